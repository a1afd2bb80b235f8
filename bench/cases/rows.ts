/** Rows written per turn of 2,000 deltas, by length of history: rows are what storage costs. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../scripts/paths.ts'
import type { Row, Section } from '../report.ts'

const AIM_ROWS = 40
/** AIChatAgent of the `agents` package, measured by the same count: 26 + deltas / 10. */
const PEER_ROWS = 226

export async function rows(): Promise<Section> {
	const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
	const { stdout } = await promisify(execFile)(
		process.execPath,
		[vitest, 'run', '--config', join(ROOT, 'bench', 'rows', 'vitest.config.ts')],
		{ cwd: ROOT, maxBuffer: 64 * 1024 * 1024 },
	)
	const line = /ROWS (\{.*\})/.exec(stdout)
	if (!line) throw new Error(`No figures came back.\n${stdout.slice(-2_000)}`)
	const counts = JSON.parse(String(line[1])) as Record<string, Record<string, number>>
	return {
		title: 'Rows written per turn of 2,000 deltas (indexes, deletions and alarms counted)',
		rows: Object.entries(counts).map(([history, byStatement]): Row => {
			const total = Object.values(byStatement).reduce((a, b) => a + b, 0)
			const largest = Object.entries(byStatement)
				.filter(([, n]) => n > 0)
				.sort(([, a], [, b]) => b - a)
				.slice(0, 4)
				.map(([what, n]) => `${what} ${n}`)
			return {
				what: `after ${Number(history).toLocaleString('en-US')} messages`,
				value: total,
				unit: 'rows',
				aim: `≤ ${AIM_ROWS}`,
				met: total <= AIM_ROWS,
				note: `${largest.join(', ')}; AIChatAgent: ${PEER_ROWS}`,
			}
		}),
	}
}
