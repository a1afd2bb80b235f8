/** Automations under load, inside workerd: a webhook storm, and schedules that are due at once. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { ROOT } from '../../scripts/paths.ts'
import type { Section } from '../report.ts'

const AIM_START_MS = 60_000

const Spread = z.object({ p50: z.number(), p99: z.number() })
const Storm = z.object({
	deliveries: z.number(),
	unique: z.number(),
	evictions: z.number(),
	retries: z.number(),
	logged: z.number(),
	begun: z.number(),
	runs: z.number(),
	conversations: z.number(),
	sentMs: z.number(),
	drainedMs: z.number(),
	taken: Spread,
	calm: Spread,
	during: Spread.extend({ count: z.number() }),
})
const Schedules = z.object({
	schedules: z.number(),
	projects: z.number(),
	begun: z.number(),
	automations: z.number(),
	lateMs: Spread.extend({ max: z.number() }),
})

export async function automations(quick: boolean): Promise<Section[]> {
	const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
	const config = join(ROOT, 'bench', 'objects', 'vitest.config.ts')
	const { stdout } = await promisify(execFile)(
		process.execPath,
		[vitest, 'run', '--config', config, 'automations.workerd'],
		{
			cwd: ROOT,
			maxBuffer: 64 * 1024 * 1024,
			env: { ...process.env, FAIRLEAD_BENCH_QUICK: quick ? '1' : '' },
		},
	)
	const line = <T>(word: string, schema: z.ZodType<T>): T => {
		const found = new RegExp(`${word} (\\{.*\\})`).exec(stdout)
		if (!found) throw new Error(`No figures of ${word} came back.\n${stdout.slice(-2_000)}`)
		return schema.parse(JSON.parse(String(found[1])))
	}
	return [storm(line('STORM', Storm)), schedules(line('SCHEDULES', Schedules))]
}

function storm(found: z.infer<typeof Storm>): Section {
	const { deliveries, unique, evictions, logged, begun, runs, conversations } = found
	const { taken, calm, during } = found
	return {
		title: `A webhook storm: ${deliveries.toLocaleString('en-US')} deliveries, half of them duplicates, the object ended ${evictions} times; each begins a run of the demo model`,
		rows: [
			{ what: 'all sent, until the last 202', value: found.sentMs / 1_000, unit: 's' },
			{
				what: 'a delivery until its 202',
				value: taken.p50,
				p99: taken.p99,
				unit: 'ms',
				note: `${found.retries} sent again after an error`,
			},
			{
				what: 'lost',
				value: unique - logged,
				unit: 'deliveries',
				aim: '0',
				met: logged === unique,
				note: `${logged} in the log, ${begun} begun`,
			},
			{
				what: 'ran twice',
				value: runs - conversations,
				unit: 'deliveries',
				aim: '0',
				met: runs === begun && conversations === begun,
				note: `${runs} runs in ${conversations} conversations`,
			},
			{ what: 'until the last run was begun', value: found.drainedMs / 1_000, unit: 's' },
			{ what: 'a question and its answer, before', value: calm.p50, p99: calm.p99, unit: 'ms' },
			{
				what: 'a question and its answer, during the storm',
				value: during.p50,
				p99: during.p99,
				unit: 'ms',
				note: `n=${during.count}; all in one thread here`,
			},
		],
	}
}

function schedules({
	schedules: count,
	projects,
	begun,
	automations,
	lateMs,
}: z.infer<typeof Schedules>): Section {
	return {
		title: `${count.toLocaleString('en-US')} schedules of ${projects} projects, due at the same moment`,
		rows: [
			{
				what: 'from the time to the run',
				value: lateMs.p50 / 1_000,
				p99: lateMs.p99 / 1_000,
				unit: 's',
			},
			{
				what: 'the last one',
				value: lateMs.max / 1_000,
				unit: 's',
				aim: '< 60',
				met: lateMs.max < AIM_START_MS,
			},
			{
				what: 'left out, or begun twice',
				value: count - automations + (begun - automations),
				unit: 'schedules',
				aim: '0',
				met: begun === count && automations === count,
			},
		],
	}
}
