/** Core War: 13 pairs of known warriors in Node and in workerd, beside native pMARS in the same run; and an arena of ten. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assemble, battle, STOCK_WARRIORS, type Warrior } from '../../corewar/src/index.ts'
import { copyExamples, findPmars } from '../../scripts/pmars.ts'
import { type CorewarWorker, startCorewarWorker } from '../corewar-worker.ts'
import type { Row, Section } from '../report.ts'

const ROUNDS = 100
const ARENA_ROUNDS = 200
const AIM_FACTOR = 1.5
const CORE_SIZE = 8_000
/** So that both place the second warrior alike in each round: pMARS is given the first place. */
const SEED = 3_900
const MIN_DISTANCE = 100

const PAIRS: readonly (readonly [string, string])[] = [
	['aeka', 'rave'],
	['aeka', 'flashpaper'],
	['rave', 'flashpaper'],
	['aeka', 'Paper'],
	['rave', 'Stone'],
	['flashpaper', 'Ring'],
	['Paper', 'Stone'],
	['Scanner', 'Paper'],
	['Clear', 'Ring'],
	['Vampire', 'Dwarf'],
	['Stone', 'Ring'],
	['Dwarf', 'Imp'],
	['Scanner', 'aeka'],
]

const exec = promisify(execFile)

function warriorOf(source: string): Warrior {
	const result = assemble(source)
	if (!result.ok) throw new Error(result.errors[0]?.message)
	return result.warrior
}

export async function corewar(
	quick: boolean,
	say: (text: string) => void,
): Promise<readonly Section[]> {
	const folder = await mkdtemp(join(tmpdir(), 'fairlead-bench-corewar-'))
	try {
		const sections = [arena(quick ? 20 : ARENA_ROUNDS)]
		const pairs = await besidePmars(folder, quick ? 1 : 5)
		if (typeof pairs === 'string') say(`Left out: Core War beside pMARS: ${pairs}`)
		else sections.unshift(pairs)
		return sections
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

/** @returns why it cannot be measured, or the figures */
async function besidePmars(folder: string, repeats: number): Promise<Section | string> {
	const pmars = await findPmars()
	if (!pmars.found) return pmars.reason
	const sources = new Map(STOCK_WARRIORS.map(({ name, source }) => [name, source]))
	for (const file of await copyExamples(pmars, folder)) {
		sources.set(file.replace(/\.red$/, ''), await readFile(join(folder, file), 'utf8'))
	}
	if (!sources.has('aeka')) return 'FAIRLEAD_PMARS names a program without its example warriors'
	for (const [name, source] of sources) await writeFile(join(folder, `${name}.red`), source)
	const worker = await startCorewarWorker()
	try {
		return await measured(pmars.program, worker, sources, folder, repeats)
	} finally {
		await worker.stop()
	}
}

async function measured(
	program: string,
	worker: CorewarWorker,
	sources: ReadonlyMap<string, string>,
	folder: string,
	repeats: number,
): Promise<Section> {
	const ours: number[] = []
	const inWorkerd: number[] = []
	const theirs: number[] = []
	// By turns, so that a busy moment of the machine affects both.
	for (let repeat = 0; repeat < repeats; repeat++) {
		let ourMs = 0
		let theirMs = 0
		let workerMs = 0
		for (const pair of PAIRS) {
			const startedAt = performance.now()
			const warriors = pair.map((name) => warriorOf(sources.get(name) ?? ''))
			const { standings } = battle({ warriors, rounds: ROUNDS, seed: SEED })
			const between = performance.now()
			const position = String(SEED + MIN_DISTANCE)
			const files = pair.map((name) => `${name}.red`)
			const options = ['-b', '-r', String(ROUNDS), '-F', position, ...files]
			const { stdout } = await exec(program, options, { cwd: folder })
			const ended = performance.now()
			theirMs += ended - between
			const texts = pair.map((name) => sources.get(name) ?? '')
			const [first, second] = await worker.fight(texts, ROUNDS, SEED)
			workerMs += performance.now() - ended
			ourMs += between - startedAt
			const result = `Results: ${standings[0]?.wins} ${standings[1]?.wins} ${standings[0]?.ties}`
			const there = `Results: ${first?.wins} ${second?.wins} ${first?.ties}`
			if (!stdout.includes(result) || there !== result)
				throw new Error(`${pair.join(' and ')} do not end alike in Node, workerd and pMARS.`)
		}
		ours.push(ourMs)
		theirs.push(theirMs)
		inWorkerd.push(workerMs)
	}
	const [our, their] = [Math.min(...ours), Math.min(...theirs)]
	const factor = our / their
	const rows: readonly Row[] = [
		{ what: 'this engine, in Node', value: our, unit: 'ms' },
		{
			what: 'this engine, in workerd, with its requests',
			value: Math.min(...inWorkerd),
			unit: 'ms',
		},
		{ what: 'pMARS, native', value: their, unit: 'ms' },
		{
			what: 'this engine against native',
			value: factor,
			unit: '×',
			aim: `≤ ${AIM_FACTOR}`,
			met: factor <= AIM_FACTOR,
			note: `the best of ${repeats} of each; every result is the same`,
		},
	]
	return {
		title: `Core War: ${PAIRS.length} pairs, core ${CORE_SIZE}, ${ROUNDS} rounds`,
		rows,
	}
}

function arena(rounds: number): Section {
	const warriors = [...STOCK_WARRIORS, ...STOCK_WARRIORS.slice(3, 4)]
		.slice(0, 10)
		.map(({ source }) => warriorOf(source))
	const startedAt = performance.now()
	battle({ warriors, rounds, seed: SEED })
	const ms = performance.now() - startedAt
	return {
		title: `Core War: an arena of ${warriors.length}, core ${CORE_SIZE}, ${rounds} rounds`,
		rows: [
			{ what: 'whole', value: ms, unit: 'ms' },
			{ what: 'a round', value: ms / rounds, unit: 'ms' },
		],
	}
}
