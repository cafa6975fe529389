/** The page at `/` when the inbox page is not built. */
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
<p>The server is running, but the page is not built yet. In the AskOnce folder, run <code>npm run build</code>, then reload this page.</p>
<p>Meanwhile, <code>${command} inbox</code> lists open questions, and <a href="/docs">the API documentation</a> is here.</p>
</body>
</html>
`;
