# Makes an Ubuntu 24.04 machine a Drover device host. What is above these lines is the values that a deployment gives:
# DROVER_* as `drover hosts install` has them, DROVER_PACKAGE (s3://bucket/key), DROVER_DEVICES, DROVER_EPHEMERAL,
# DROVER_IMAGE, DROVER_AUTO_SCALING_GROUP. It runs once, as root, at the first boot.
set -euo pipefail

readonly node_version=24.18.0
readonly node_sha256=55aa7153f9d88f28d765fcdad5ae6945b5c0f98a36881703817e4c450fa76742
readonly tools_build=13114758
readonly tools_sha256=7ec965280a073311c339e571cd5de778b9975026cfcbe79f2b1cdcb1e15317ee
readonly keyboard_version=v2.5-dev
readonly keyboard_sha256=41a8a0996d7397a2390d1ca16a75cb66c4a7bdaa89cf4e63600a4d3fb346fbbb

# A dry run has other places for these; a machine has none of them set.
readonly root=${DROVER_ROOT:-}
readonly prefix=$root/opt/drover
readonly sdk=$root/opt/android-sdk
readonly home=$root/var/lib/drover
readonly emulators=$root/var/lib/drover-emulator
readonly metadata=http://169.254.169.254/latest

say() { echo "drover: $*"; }

# Stays for a look through Session Manager until the launch's time is over; then the group replaces it.
failed() { say "line $1 failed: see /var/log/cloud-init-output.log"; }
trap 'failed $LINENO' ERR

# fetch <url> <file> <sha256>
fetch() {
  curl --fail --silent --show-error --location --proto '=https' --tlsv1.2 --retry 5 --output "$2" "$1"
  echo "$3  $2" | sha256sum --check --quiet -
}

about() {
  local token
  token=$(curl --fail --silent --show-error --request PUT --header 'X-aws-ec2-metadata-token-ttl-seconds: 60' "$metadata/api/token")
  curl --fail --silent --show-error --header "X-aws-ec2-metadata-token: $token" "$metadata/meta-data/$1"
}

# From the deployment's bucket, signed with the machine's role; keys go through a pipe, not through the list of processes.
fetch_package() {
  local role keys
  local place=${DROVER_PACKAGE#s3://}
  role=$(about iam/security-credentials/)
  keys=$(about "iam/security-credentials/$role")
  jq --raw-output '"user = \"\(.AccessKeyId):\(.SecretAccessKey)\"", "header = \"x-amz-security-token: \(.Token)\""' <<<"$keys" |
    curl --config - --fail --silent --show-error --retry 5 --aws-sigv4 "aws:amz:$region:s3" \
      --output "$1" "https://${place%%/*}.s3.$region.amazonaws.com/${place#*/}"
}

install_packages() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get update --quiet --option DPkg::Lock::Timeout=300
  # The libraries are what the emulator's program is linked with, although it shows no window.
  apt-get install --quiet --yes --no-install-recommends --option DPkg::Lock::Timeout=300 \
    ca-certificates curl jq unzip xz-utils openjdk-21-jre-headless nftables polkitd \
    libx11-6 libxext6 libxrender1 libxtst6 libxi6 libxkbfile1 libx11-xcb1 libxcb1 libpulse0 libnss3 libasound2t64 libgl1 libdbus-1-3
}

install_node() {
  local archive=$prefix/node.tar.xz
  fetch "https://nodejs.org/dist/v$node_version/node-v$node_version-linux-x64.tar.xz" "$archive" "$node_sha256"
  tar --extract --file "$archive" --directory "$prefix" --strip-components 1 --no-same-owner
  rm "$archive"
}

install_drover() {
  fetch_package "$prefix/drover.tgz"
  "$prefix/bin/npm" install --global --prefix "$prefix" --no-audit --no-fund "$prefix/drover.tgz"
}

install_sdk() {
  local archive=$sdk/tools.zip
  mkdir -p "$sdk/cmdline-tools"
  fetch "https://dl.google.com/android/repository/commandlinetools-linux-${tools_build}_latest.zip" "$archive" "$tools_sha256"
  unzip -q "$archive" -d "$sdk/cmdline-tools"
  mv "$sdk/cmdline-tools/cmdline-tools" "$sdk/cmdline-tools/latest"
  rm "$archive"
  # It asks seven times or so and ends with the last answer: `yes` is then ended by a closed pipe, which is no failure.
  (yes || true) | "$sdk/cmdline-tools/latest/bin/sdkmanager" --sdk_root="$sdk" --licenses >/dev/null
  "$sdk/cmdline-tools/latest/bin/sdkmanager" --sdk_root="$sdk" --install platform-tools emulator "$DROVER_IMAGE"
  fetch "https://github.com/senzhk/ADBKeyBoard/releases/download/$keyboard_version/keyboardservice-debug.apk" \
    "$prefix/adb-keyboard.apk" "$keyboard_sha256"
}

# Neither has a password or a shell; their group may use KVM. Emulators have a user of their own, which cannot read what the host's can.
add_users() {
  groupadd --system --force kvm
  useradd --system --create-home --home-dir "$emulators" --shell /usr/sbin/nologin --groups kvm drover-emulator
  useradd --system --create-home --home-dir "$home" --shell /usr/sbin/nologin --groups kvm,drover-emulator drover
}

# as <user> <its home> <command>
as() {
  runuser --user "$1" -- env HOME="$2" PATH="$prefix/bin:$PATH" AWS_REGION="$region" \
    ANDROID_HOME="$sdk" ANDROID_AVD_HOME="$emulators/avd" "${@:3}"
}

say "a host of pool $DROVER_POOL with $DROVER_DEVICES devices of $DROVER_IMAGE"
if [[ ! -c ${DROVER_KVM:-/dev/kvm} ]]; then
  say "this machine has no KVM: take a .metal instance, or C8i, M8i or R8i with nested virtualisation"
  exit 1
fi
install_packages
region=$(about placement/region)
readonly region
mkdir -p "$prefix"
install_node
add_users
install_drover
install_sdk

# Devices of a job of its own all begin from the one machine that was prepared.
made=$DROVER_DEVICES
[[ $DROVER_EPHEMERAL == true ]] && made=1
as drover-emulator "$emulators" "$prefix/bin/drover" hosts prepare --sdk "$sdk" --image "$DROVER_IMAGE" --devices "$made" --keyboard "$prefix/adb-keyboard.apk"
# The one that it started is that user's; the host has its own.
as drover-emulator "$emulators" "$sdk/platform-tools/adb" kill-server

instance=$(about instance-id)
shape=(--devices "$DROVER_DEVICES")
[[ $DROVER_EPHEMERAL == true ]] && shape=(--ephemeral "$DROVER_DEVICES")
OTEL_EXPORTER_OTLP_ENDPOINT=$DROVER_OTLP_ENDPOINT PATH="$prefix/bin:$PATH" "$prefix/bin/drover" hosts install --system --user drover --sdk "$sdk" --image "$DROVER_IMAGE" \
  --host-id "$instance" --stage "$DROVER_STAGE" --tenant "$DROVER_TENANT" --pool "$DROVER_POOL" --table "$DROVER_TABLE" --bucket "$DROVER_BUCKET" \
  --region "$region" --dir "$home" "${shape[@]}" \
  --auto-scaling-group "$DROVER_AUTO_SCALING_GROUP" --idle-minutes "$DROVER_IDLE_MINUTES" --drain-minutes "$DROVER_DRAIN_MINUTES"
systemctl daemon-reload
systemctl enable drover-host.target

# One that waits in a warm pool is stopped now, and takes its first job when it is started again.
if [[ $(about autoscaling/target-lifecycle-state) == Warmed:* ]]; then
  as drover "$home" "$prefix/bin/drover" hosts launched --auto-scaling-group "$DROVER_AUTO_SCALING_GROUP" --host-id "$instance"
else
  systemctl start drover-host.target
fi
say "done"
