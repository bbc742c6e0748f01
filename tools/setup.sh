#!/bin/sh
# Make .venv and install into it what a target of the Makefile needs.
#
#   tools/setup.sh main    what the game needs
#   tools/setup.sh dev     that, and what developing needs
#
# Exit codes: 0 done, 1 the install failed, 2 wrong use, 3 no suitable Python.
set -eu

cd "$(dirname "$0")/.."
venv=.venv

say() { printf 'setup: %s\n' "$*" >&2; }

case "${1-}" in
    main) stamps="$venv/.main" ;;
    dev) stamps="$venv/.main $venv/.dev" ;;
    *) say "usage: tools/setup.sh main|dev"; exit 2 ;;
esac
lock="requirements/$1.txt"

# What the person has set for other projects must not steer this one.
unset PYTHONHOME PYTHONPATH
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_USER=0

# Is this command a Python that can make a .venv for us?
is_suitable() {
    "$1" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

# Print the first suitable Python's name; fail when there is none.
find_python() {
    for name in python3.11 python3.12 python3.13 python3; do
        if is_suitable "$name"; then
            echo "$name"
            return 0
        fi
    done
    return 1
}

# Debian parts venv from Python: root gets it installed, others are told what to run.
install_python() {
    packages="python3 python3-venv"
    if ! command -v apt-get >/dev/null 2>&1; then
        say "sarja needs Python 3.11 or newer with the module venv, and found none."
        say "Install it (python.org or your system's packages), then try again."
        exit 3
    fi
    if [ "$(id -u)" -ne 0 ]; then
        say "sarja needs Python 3.11 or newer with the module venv, and found none. Run"
        say "    sudo apt-get install $packages"
        say "and then try again."
        exit 3
    fi
    say "installing $packages"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086  # two words, two packages
    if ! { apt-get update -qq && apt-get install -qq --no-install-recommends $packages; } >&2; then
        say "apt-get could not install $packages."
        exit 3
    fi
}

if ! "$venv/bin/python" -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    python=$(find_python) || {
        install_python
        python=$(find_python) || {
            say "this system's Python is older than 3.11: install a newer one, then try again."
            exit 3
        }
    }
    say "making $venv with $("$python" --version)"
    rm -rf "$venv"
    "$python" -m venv "$venv"
fi

say "installing $lock"
pip="$venv/bin/python -m pip"
if ! $pip install -qq --require-hashes --requirement "$lock" ||
    ! $pip install -qq --no-deps --editable .; then
    say "the install failed; the lines above say why. Is the package registry in reach?"
    exit 1
fi

# shellcheck disable=SC2086  # a list of names without spaces
touch $stamps
