/**
 * Prints the CPU that a shared page of 200 messages takes to render, from rows of D1 to the document, in the runtime
 * of the Worker: the CPU time of the workerd process, from Linux's /proc, before and after.
 * `node scripts/run.mjs scripts/builds/measure-shared-page.ts`
 */
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { startBenchWorker } from '../../bench/worker-process.ts'
import { MESSAGES, renderSample, SAMPLE_ROWS } from './shared-page-sample.ts'

/** Pages of one measurement: a tick of /proc is 10 ms, so one page is too little. */
const ROUNDS = 50
const REQUESTS = 5
const TICK_MS = 10

/** The fields of /proc/<pid>/stat after the name, which may have spaces in it. */
const statOf = (pid: string): string[] =>
	readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []

/** The workerd process that this process has started through its host. */
function workerdOf(hostPid: number | undefined): string {
	const pid = readdirSync('/proc').find((name) => {
		if (!/^\d+$/.test(name)) return false
		try {
			return (
				statOf(name)[1] === String(hostPid) &&
				readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('workerd')
			)
		} catch {
			// It has ended meanwhile.
			return false
		}
	})
	if (pid === undefined) throw new Error('No workerd process was found: this works on Linux only.')
	return pid
}

const cpuMs = (pid: string): number => {
	const [user, system] = statOf(pid).slice(11, 13).map(Number)
	return ((user ?? 0) + (system ?? 0)) * TICK_MS
}

const worker = await startBenchWorker('shared-page')
try {
	const pid = workerdOf(worker.pid)
	const take = async (rounds: number): Promise<number> => {
		const before = cpuMs(pid)
		await (await fetch(`${worker.origin}/?rounds=${rounds}`)).text()
		return (cpuMs(pid) - before) / rounds
	}
	const first = await take(1)
	const times: number[] = []
	for (let request = 0; request < REQUESTS; request++) times.push(await take(ROUNDS))
	const median = times.toSorted((a, b) => a - b)[Math.floor(REQUESTS / 2)] ?? Number.NaN
	console.log(
		`A shared page of ${MESSAGES} messages, ${SAMPLE_ROWS.join('').length} bytes in D1, ${renderSample().length} bytes of HTML, in workerd (${cpus()[0]?.model}): the very first ${first} ms, then ${median.toFixed(1)} ms of CPU (median of ${REQUESTS} times ${ROUNDS} pages).`,
	)
} finally {
	await worker.stop()
}
