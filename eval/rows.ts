/** Rows of the data that answers are measured on: tab-separated with a header, or one JSON object a line. */
import { readFileSync } from 'node:fs';

/** The rows of a tab-separated file by the names in its header. A field in double quotes has its inner ones doubled. */
export function tsv<Column extends string>(file: string, ...columns: Column[]): Record<Column, string>[] {
  const [header, ...lines] = linesOf(file).map((line) => line.split('\t').map(unquoted));
  const places = columns.map((column) => {
    const place = header!.indexOf(column);
    if (place < 0) throw new Error(`${file} has no column “${column}”; it has ${header!.join(', ')}.`);
    return [column, place] as const;
  });
  return lines.map(
    (fields) =>
      Object.fromEntries(places.map(([column, place]) => [column, fields[place] ?? ''])) as Record<Column, string>,
  );
}

export function jsonl<Row>(file: string): Row[] {
  return linesOf(file).map((line) => JSON.parse(line) as Row);
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').trim().split(/\r?\n/);
}

function unquoted(field: string): string {
  return field.length > 1 && field.startsWith('"') && field.endsWith('"')
    ? field.slice(1, -1).replaceAll('""', '"')
    : field;
}
