"""`python -m sarja` is the command `sarja`."""

from sarja.cli import main

if __name__ == "__main__":
    main()
