#!/usr/bin/env node
// Read by whatever Node the machine has, as a module or as a script: no import statement and nothing newer than 2016 here,
// so that a Node that is too old says so instead of stumbling over the syntax. The rest is in start.js.
const needed = [22, 18];
const running = process.versions.node.split('.').map(Number);

if (running[0] > needed[0] || (running[0] === needed[0] && running[1] >= needed[1])) {
  import('./start.js')
    .then((start) => start.run())
    .catch((error) => {
      process.stderr.write(`error: askonce could not start: ${error.message} Install it again. (code: unexpected)\n`);
      process.exitCode = 1;
    });
} else {
  const what = `askonce needs Node ${needed.join('.')} or newer; this is ${process.versions.node}.`;
  const remedy = 'Install a newer Node, or run it as "npx askonce" in a checkout.';
  process.stderr.write(`error: ${what} ${remedy} (code: node_too_old)\n`);
  process.exitCode = 1;
}
