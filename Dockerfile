# The recipe of an image. It is checked as a file only: no test builds it (docs/scaling.md).
FROM python:3.11-slim-bookworm AS build
WORKDIR /src
COPY . .
# The page is built along; where there is no Node, the build takes the one that PyPI has.
RUN pip install --no-cache-dir build && python -m build --wheel --outdir /wheels

FROM python:3.11-slim-bookworm
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir "$(ls /wheels/sarja-*.whl)[fast,many]" && rm -r /wheels \
    && useradd --create-home --uid 10001 sarja && install -d -o sarja /data
USER sarja
EXPOSE 7474
# Without SARJA_DATABASE the tables are in /data/sarja, for one server.
ENV XDG_DATA_HOME=/data
VOLUME /data
STOPSIGNAL SIGTERM
ENTRYPOINT ["sarja", "serve", "--no-browser", "--lan", "--port", "7474"]
