# A device host beside phones that an adb server shows: docs/hosts.md says how it is built and run.
FROM node:24.18.0-bookworm-slim

# `drover hosts run` speaks adb's protocol itself; the program is for whoever looks into the container.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends adb ca-certificates \
 && rm -rf /var/lib/apt/lists/*

ENV PATH=/opt/drover/bin:$PATH
ARG PACKAGE=drover.tgz
COPY ${PACKAGE} /opt/drover.tgz
RUN npm install --global --prefix /opt/drover --no-audit --no-fund /opt/drover.tgz

# The journal outlives the container: a job that it held goes on after a restart.
ENV DROVER_HOST_DIR=/var/lib/drover
RUN mkdir -p /var/lib/drover && chown 1000:1000 /var/lib/drover
VOLUME /var/lib/drover
USER 1000:1000

# SIGTERM hands the devices back, which takes some seconds: docker stop --time 45.
STOPSIGNAL SIGTERM
ENTRYPOINT ["drover", "hosts", "run"]
CMD []
