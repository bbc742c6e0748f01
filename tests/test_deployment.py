"""What is to be run elsewhere is looked at as files: they parse, and agree with the program."""

import configparser
import re
import tomllib
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from sarja.cli import serve
from sarja.i18n import catalogue

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
SETTINGS = {
    name
    for name in re.findall(r"[A-Z_]{5,}(?==)", catalogue().text("cli-serve-environment"))
    if name not in ("PASSWORD", "ADDRESS")
}
OPTIONS = {
    option for made in serve.command(catalogue()).params for option in made.opts if "--" in option
}
COMPOSE: Any = yaml.safe_load((ROOT / "compose.yaml").read_text())
RECIPE = (ROOT / "Dockerfile").read_text()
NGINX = (ROOT / "deploy" / "nginx.conf").read_text()


def options_in(words: list[str]) -> set[str]:
    return {word for word in words if word.startswith("--")}


def recipe(instruction: str) -> list[str]:
    """What the recipe says by that instruction, its continued lines joined."""
    joined = RECIPE.replace("\\\n", " ")
    return re.findall(rf"(?m)^{instruction} +(.*)$", joined)


def test_the_settings_of_a_site_are_those_that_the_help_tells() -> None:
    assert {"SARJA_DATABASE", "SARJA_BUS", "FORWARDED_ALLOW_IPS"} <= SETTINGS
    assert set(COMPOSE["services"]["sarja"]["environment"]) <= SETTINGS
    page = (ROOT / "docs" / "scaling.md").read_text()
    assert all(f"`{name}`" in page for name in SETTINGS)


def test_the_image_installs_extras_that_there_are_and_starts_the_server() -> None:
    [entry] = recipe("ENTRYPOINT")
    words: list[str] = yaml.safe_load(entry)
    assert words[:2] == ["sarja", "serve"] and options_in(words) <= OPTIONS
    assert "--lan" in words, "nobody outside of the container would reach it"
    [extras] = re.findall(r"\.whl\)\[([a-z,]+)\]", RECIPE)
    assert set(extras.split(",")) <= set(PROJECT["project"]["optional-dependencies"])
    assert recipe("EXPOSE") == [str(serve.PORT)] == [words[words.index("--port") + 1]]
    assert recipe("USER") == ["sarja"], "it does not run as root"
    [copied] = [line for line in recipe("COPY") if line.startswith("--from")]
    assert copied == "--from=build /wheels /wheels"


def test_the_servers_of_the_composition_find_each_other() -> None:
    services = COMPOSE["services"]
    sarja = services["sarja"]
    assert options_in(sarja["command"]) <= OPTIONS and sarja["expose"] == [str(serve.PORT)]
    settings = sarja["environment"]
    assert settings["SARJA_DATABASE"].endswith("@database/sarja") and "database" in services
    assert settings["SARJA_BUS"].endswith("@bus") and "bus" in services
    assert services["database"]["environment"]["POSTGRES_DB"] == "sarja"
    assert "ports" not in sarja and "ports" not in services["database"] | services["bus"]
    [mounted] = services["nginx"]["volumes"]
    assert (ROOT / mounted.split(":")[0]).is_file()
    [port] = services["nginx"]["ports"]
    assert f"listen {port.split(':')[1]};" in NGINX
    assert f"server sarja:{serve.PORT} " in NGINX
    for name, service in services.items():
        for other in service.get("depends_on", []):
            assert other in services, (name, other)
    assert set(COMPOSE["volumes"]) == {"database"}


def test_nginx_passes_on_what_the_server_needs() -> None:
    assert NGINX.count("{") == NGINX.count("}")
    for needed in ("Upgrade $http_upgrade", "Host $http_host", "X-Forwarded-For $remote_addr"):
        assert f"proxy_set_header {needed};" in NGINX
    assert "proxy_buffering off;" in NGINX and "ip_hash" not in NGINX


def test_the_unit_starts_the_server_and_stops_it_kindly() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(ROOT / "deploy" / "sarja@.service")
    service = unit["Service"]
    words = service["ExecStart"].split()
    assert Path(words[0]).name == "sarja" and words[1] == "serve" and words[-1] == "%i"
    assert options_in(words) <= OPTIONS
    assert service["EnvironmentFile"].startswith("-"), "it need not be there"
    # By this platformdirs finds what systemd has made: %S is /var/lib.
    assert "XDG_DATA_HOME=%S " in service["Environment"] and service["StateDirectory"] == "sarja"
    assert service["KillSignal"] == "SIGTERM"


def test_the_docs_say_that_nobody_has_started_these() -> None:
    page = (ROOT / "docs" / "scaling.md").read_text()
    assert "checked as files only" in " ".join(page.split())
    for file in ("compose.yaml", "Dockerfile", "deploy/sarja@.service", "deploy/nginx.conf"):
        assert f"]({'../' + file})" in page
        if file != "deploy/nginx.conf":
            assert "checked as a file only" in " ".join((ROOT / file).read_text().split())
