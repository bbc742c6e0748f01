#!/bin/sh
# What tests of several servers talk to: PostgreSQL, Redis and nginx. Where PostgreSQL and Redis
# answer on their usual local ports nothing is done about them; else root on a Debian gets them
# installed, where they are not, and started. Others are told what is missing, and the tests say so
# too.
#
# Proved on a bare Debian 12 (debootstrap, minbase) in namespaces of its own, where nothing listens:
# without and with python3, without any locale, twice, and again after all had been stopped, also
# without a network. tests/test_services.py asks what is done in which case.
set -eu

say() { printf 'services: %s\n' "$*" >&2; }
has() { command -v "$1" >/dev/null 2>&1; }

# Does somebody listen on this port of this machine? A bare Debian has Perl and no Python.
answers() {
    if has python3; then
        python3 -c 'import socket, sys
socket.create_connection(("127.0.0.1", int(sys.argv[1])), 2).close()' "$1" 2>/dev/null
    else
        perl -MSocket -e 'socket(my $s, PF_INET, SOCK_STREAM, 0) or exit 1;
exit !connect($s, sockaddr_in($ARGV[0], inet_aton("127.0.0.1")))' "$1" 2>/dev/null
    fi
}

# Wait for what has been started; who waits in vain is told.
await() {
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        if answers "$2"; then return 0; fi
        sleep 1
    done
    say "$1 was started and does not answer on port $2"
}

# The cluster of Debian's that has the usual port: its version and name. There may be others.
cluster() { pg_lsclusters -h 2>/dev/null | awk '$3 == 5432 { print $1, $2; exit }'; }

PATH="$PATH:/usr/sbin"
down=""
packages=""
if ! answers 5432; then
    down="$down postgresql"
    [ -n "$(cluster)" ] || packages="$packages postgresql"
fi
if ! answers 6379; then
    down="$down redis-server"
    has redis-server || packages="$packages redis-server"
fi
if ! has nginx; then
    down="$down nginx-light"
    packages="$packages nginx-light"
fi
[ -n "$down" ] || exit 0

if [ "$(id -u)" -ne 0 ] || { [ -n "$packages" ] && ! has apt-get; }; then
    say "not there:$down; tests of several servers need them"
    exit 0
fi

if [ -n "$packages" ]; then
    say "installing$packages"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >&2
    # RUNLEVEL=1: nothing is started that nobody asked for.
    # shellcheck disable=SC2086  # a list of names without spaces
    RUNLEVEL=1 apt-get install -qq -y --no-install-recommends $packages >&2
fi

case "$down" in *postgresql*)
    say "starting PostgreSQL"
    # shellcheck disable=SC2046  # two words, two arguments
    pg_ctlcluster --skip-systemctl-redirect $(cluster) start || true
    await PostgreSQL 5432
    # Debian's lets nobody in over the network without a password: the tests get one of their own.
    runuser -u postgres -- psql --quiet --set=ON_ERROR_STOP=1 --port=5432 <<'SQL' || true
SELECT 'CREATE ROLE sarja_test LOGIN PASSWORD ''sarja_test'''
WHERE NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'sarja_test') \gexec
ALTER ROLE sarja_test CREATEDB;
SELECT 'CREATE DATABASE sarja_test OWNER sarja_test'
WHERE NOT EXISTS (SELECT 1 FROM pg_database WHERE datname = 'sarja_test') \gexec
SQL
esac
case "$down" in *redis-server*)
    say "starting Redis"
    redis-server --daemonize yes --bind 127.0.0.1 --port 6379 --save "" --appendonly no >/dev/null
    await Redis 6379
esac
