import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from './problems.js';

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 42rem; margin: 3rem auto; padding: 0 1rem; }
  code { font: 0.95em ui-monospace, monospace; }
  h1 { font-size: 1.5rem; line-height: 1.25; }
  h2 { font-size: 1rem; margin-bottom: 0; }
  p { margin-top: 0.25rem; }
  table { border-collapse: collapse; } td { padding: 0.2rem 1rem 0.2rem 0; vertical-align: top; }`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Text of the table, with `code` in backquotes. */
const prose = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const layout = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${STYLE}
</style>
</head>
<body>
${body}
</body>
</html>
`;

/** The page of one code: title, when it happens, what to do. */
export function problemPage(code: ProblemCode): string {
  const { status, title, when, advice } = PROBLEMS[code];
  return layout(
    `${code}: ${title}`,
    `<p><a href="/problems">All problems</a></p>
<h1>${prose(title)}</h1>
<p><code>${code}</code>, status ${status}</p>
<h2>When it happens</h2>
<p>${prose(when)}</p>
<h2>What to do</h2>
<p>${prose(advice)}</p>`,
  );
}

/** The list of all codes. */
export function problemIndexPage(): string {
  const rows = PROBLEM_CODES.map((code) => {
    const { status, title } = PROBLEMS[code];
    return `<tr><td>${status}</td><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${prose(title)}</td></tr>`;
  });
  return layout(
    'Problems',
    `<h1>Everything that can go wrong</h1>
<p>Each failure of this API is an RFC 9457 problem document whose <code>type</code> is one of these pages. <a href="/docs">Reference</a></p>
<table>
${rows.join('\n')}
</table>`,
  );
}
