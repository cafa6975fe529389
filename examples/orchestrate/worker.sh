#!/bin/sh
# A worker: reads its task on stdin, does it, and prints the result.
# It may ask as its PM may, by: askonce ask "<question>" --wait
task=$(cat)
echo "did: $task"
