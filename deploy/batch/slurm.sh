#!/bin/bash
#SBATCH --job-name=papan
#SBATCH --array=1-16
#SBATCH --cpus-per-task=4
#SBATCH --mem=4G
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --signal=B:TERM@120
# One shard of a tournament for each task of an array. The number of shards is that of the array:
#
#   sbatch --array=1-64 slurm.sh FILE.toml FOLDER
#   sbatch --dependency=afterok:JOB --wrap 'papan ledger merge FOLDER/all.db FOLDER/part*.db'
#
# Games are played into a ledger on the disk of the node itself, because SQLite's log does not work
# over a network, and copied to FOLDER at the end, also when time runs out. A task that is queued
# again takes its part from there and plays what is missing.
set -eu
file=${1:?slurm.sh FILE.toml FOLDER}
folder=${2:?slurm.sh FILE.toml FOLDER}
shard=$SLURM_ARRAY_TASK_ID
# Numbers of the array that do not begin with 1 would leave out shards.
: "${SLURM_ARRAY_TASK_MIN:=1}"
if [ "$SLURM_ARRAY_TASK_MIN" -ne 1 ]; then
    echo "the array must begin with 1: --array=1-N" >&2
    exit 2
fi
mkdir -p "$folder"
here=$(mktemp -d "${SLURM_TMPDIR:-${TMPDIR:-/tmp}}/papan.XXXXXX")
keep() {
    # Under another name first: a part is there whole or not at all.
    if [ -e "$here/part.db" ]; then
        cp "$here/part.db" "$folder/.part$shard.new"
        mv "$folder/.part$shard.new" "$folder/part$shard.db"
    fi
    rm -rf "$here"
}
trap keep EXIT
if [ -e "$folder/part$shard.db" ]; then
    cp "$folder/part$shard.db" "$here/part.db"
fi
"${PAPAN:-papan}" tournament "$file" --shard "$shard/$SLURM_ARRAY_TASK_MAX" --ledger "$here/part.db" \
    --threads "${SLURM_CPUS_PER_TASK:-1}" --json >"$folder/part$shard.json" &
# Ctrl-C, as far as the program knows: it stops its games and keeps those that are finished.
trap 'kill -INT $!' TERM
status=0
wait $! || status=$?
# A signal ends the wait, not the program.
while kill -0 $! 2>/dev/null; do
    wait $! && status=0 || status=$?
done
exit "$status"
