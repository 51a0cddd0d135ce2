#!/bin/sh
# Plays a tournament in shards with GNU parallel, and puts the ledgers together. Run it again after
# any trouble: what was played stays.
#
#   parallel.sh FILE.toml SHARDS FOLDER [options of parallel, such as --jobs 4]
set -eu
if [ $# -lt 3 ]; then
    sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
file=$1 shards=$2 folder=$3
shift 3
: "${PAPAN:=papan}"
mkdir -p "$folder"
# One thread for each shard: parallel runs as many of them as there are cores. A shard that fails is tried
# once more; the log says how each ended.
seq "$shards" | parallel --retries 2 --joblog "$folder/log" "$@" \
    "$PAPAN" tournament "$file" --shard "{}/$shards" --ledger "$folder/part{}.db" --threads 1 --json \
    '>' "$folder/part{}.json"
"$PAPAN" ledger merge "$folder/all.db" "$folder"/part*.db
