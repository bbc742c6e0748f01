"""What the page on hosting shows is such that it works."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from sarja.server.metrics import Metrics
from tools.pages import ROOT, blocks

PAGE = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
OPENSSL = shutil.which("openssl")


@pytest.mark.skipif(not (NGINX and OPENSSL), reason="nginx is not there")
def test_nginx_takes_its_configuration(tmp_path: Path) -> None:
    text = next(block.text for block in blocks(PAGE) if block.language == "nginx")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        [
            *(str(OPENSSL), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
            *("-subj", "/CN=play.example", "-keyout", key, "-out", certificate),
        ],
        check=True,
        capture_output=True,
    )
    text = text.replace("/etc/ssl/play.example.pem", str(certificate))
    text = text.replace("/etc/ssl/play.example.key", str(key))
    file = tmp_path / "nginx.conf"
    places = " ".join(
        f"{kind}_temp_path {tmp_path};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file.write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}}\n"
        f"http {{ access_log off; {places}\n{text}\n}}\n"
    )
    done = subprocess.run(
        [str(NGINX), "-t", "-p", tmp_path, "-c", file], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_every_count_is_explained_and_no_other() -> None:
    told = {metric.name for metric in Metrics().registry.collect()}
    shown = {name.removesuffix("_total") for name in re.findall(r"`(sarja_[a-z_]+)`", PAGE)}
    watched = {"sarja_tables", "sarja_rooms", "sarja_sockets", "sarja_seats"}
    assert shown - watched == told and watched <= shown


def test_every_option_that_is_shown_is_one() -> None:
    source = (ROOT / "src/sarja/cli/serve.py").read_text(encoding="utf-8")
    for option in {*re.findall(r"(?<![-\w])--[a-z][a-z-]+", PAGE)} - {"--help"}:
        assert f'"{option}"' in source, option
