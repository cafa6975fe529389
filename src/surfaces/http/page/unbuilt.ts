/** What stands at `/` where nobody has built the page. */
export const unbuilt = (command: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>AskOnce</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<h1>AskOnce</h1>
<p>The server runs; its page is not built yet. In the folder of AskOnce, run <code>npm run build</code>, then load this page again.</p>
<p>Meanwhile <code>${command} inbox</code> shows what waits, and <a href="/docs">the API</a> is here.</p>
</body>
</html>
`;
