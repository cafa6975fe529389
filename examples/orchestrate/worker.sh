#!/bin/sh
# A worker: takes its task on stdin, does it, and prints what came of it.
# It may ask as its PM may, by: askonce ask "<question>" --wait
task=$(cat)
echo "did: $task"
