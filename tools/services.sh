#!/bin/sh
# What tests of several servers talk to: PostgreSQL, Redis and nginx. Where PostgreSQL and Redis
# answer on their usual local ports nothing is done about them; else root on a Debian gets them
# installed and started. Others are told what is missing, and the tests say so too.
set -eu

say() { printf 'services: %s\n' "$*" >&2; }

# Does somebody listen on this port of this machine?
answers() {
    python3 -c 'import socket, sys
socket.create_connection(("127.0.0.1", int(sys.argv[1])), 2).close()' "$1" 2>/dev/null
}

missing=""
answers 5432 || missing="$missing postgresql"
answers 6379 || missing="$missing redis-server"
PATH="$PATH:/usr/sbin"
command -v nginx >/dev/null 2>&1 || missing="$missing nginx-light"
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    say "not there:$missing; tests of several servers need them"
    exit 0
fi

say "seeing to$missing"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq >&2
# RUNLEVEL=1: nothing is started that nobody asked for.
# shellcheck disable=SC2086  # a list of names without spaces
RUNLEVEL=1 apt-get install -qq -y --no-install-recommends $missing >&2

case "$missing" in *postgresql*)
    version=$(ls /etc/postgresql | tail -n 1)
    pg_ctlcluster --skip-systemctl-redirect "$version" main start || true
    # Debian's lets nobody in over the network without a password: the tests get one of their own.
    runuser -u postgres -- psql --quiet --set=ON_ERROR_STOP=1 <<'SQL' || true
CREATE ROLE sarja_test LOGIN CREATEDB PASSWORD 'sarja_test';
CREATE DATABASE sarja_test OWNER sarja_test;
SQL
esac
case "$missing" in *redis-server*)
    redis-server --daemonize yes --bind 127.0.0.1 --port 6379 --save "" --appendonly no >/dev/null
esac
