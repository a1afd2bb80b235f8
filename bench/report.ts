/** The output of a bench: a table for people, JSON for machines. */
import { cpus, totalmem } from 'node:os'
import { spread } from './stats.ts'

export interface Row {
	/** The name of the measured quantity. */
	readonly what: string
	readonly value: number
	readonly unit: string
	/** A second figure of the same unit, usually the 99th percentile. */
	readonly p99?: number
	/** The goal in words, if there is one, and whether it is met. */
	readonly aim?: string
	readonly met?: boolean
	/** Number of samples, or another note on the method. */
	readonly note?: string
}

/** The row of measured times: their median and 99th percentile. */
export function timesRow(
	what: string,
	unit: 'ms' | 'µs',
	times: readonly number[],
	more: Partial<Row> = {},
): Row {
	const { p50, p99, count } = spread(times)
	const [value, last] = [Math.round(p50), Math.round(p99)]
	return { what, value, p99: last, unit, note: `n=${count}`, ...more }
}

export interface Section {
	readonly title: string
	readonly rows: readonly Row[]
}

export const machine = () => ({
	node: process.version,
	platform: `${process.platform} ${process.arch}`,
	cpu: cpus()[0]?.model.trim() ?? 'unknown',
	cores: cpus().length,
	memoryGiB: Math.round(totalmem() / 2 ** 30),
	date: new Date().toISOString().slice(0, 10),
})

const figure = (value: number): string =>
	Number.isInteger(value)
		? value.toLocaleString('en-US')
		: value < 0.1
			? value.toPrecision(2)
			: value.toFixed(value < 10 ? 2 : 1)

/** A Markdown table; the first two columns are words, the others figures. */
export const grid = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
	[heads, heads.map((_, n) => (n < 2 ? '---' : '--:')), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n')

export function table(sections: readonly Section[]): string {
	const lines: string[] = []
	for (const { title, rows } of sections) {
		lines.push(
			'',
			`## ${title}`,
			'',
			'| what | value | p99 | unit | aim | |',
			'|---|--:|--:|---|---|---|',
		)
		for (const row of rows) {
			const verdict = row.met === undefined ? '' : row.met ? 'met' : '**missed**'
			lines.push(
				`| ${row.what} | ${figure(row.value)} | ${row.p99 === undefined ? '' : figure(row.p99)} | ${row.unit} | ${row.aim ?? ''} | ${[verdict, row.note].filter(Boolean).join('; ')} |`,
			)
		}
	}
	return lines.join('\n')
}
