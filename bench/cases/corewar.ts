/** Core War: 13 pairs of known warriors in Node, workerd and Chromium, beside pMARS and its port in the same run; and an arena of ten. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { battle, STOCK_WARRIORS } from '../../corewar/src/index.ts'
import { copyExamples, findPmars } from '../../scripts/machine/pmars.ts'
import type { Engine } from '../corewar/engine.ts'
import { inChromium } from '../corewar/in-chromium.ts'
import { inNode, warriorOf } from '../corewar/in-node.ts'
import { inWorkerd } from '../corewar/in-workerd.ts'
import { nativePmars, pmarsInTypeScript } from '../corewar/pmars.ts'
import type { Row, Section } from '../report.ts'

const ROUNDS = 100
const ARENA_ROUNDS = 200
const AIM_FACTOR = 1.5
const CORE_SIZE = 8_000
const SEED = 3_900
const NATIVE = 'pMARS, native'
const OURS = 'this engine, in Node'

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

interface Measured {
	readonly name: string
	readonly engine: Engine
	/** Whether its results must be the reference's, or the bench fails. */
	readonly isExact: boolean
	/** Slow ones are measured once. */
	readonly repeats: number
	readonly ms: number[]
	/** Pairs whose result was not the reference's. */
	differs: number
}

export async function corewar(
	quick: boolean,
	say: (text: string) => void,
): Promise<readonly Section[]> {
	const folder = await mkdtemp(join(tmpdir(), 'fairlead-bench-corewar-'))
	try {
		const sections = [arena(quick ? 20 : ARENA_ROUNDS)]
		const pairs = await besidePmars(folder, quick ? 1 : 5, say)
		if (pairs) sections.unshift(pairs)
		return sections
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

/** null if it cannot be measured; the reason goes to `say`. */
async function besidePmars(
	folder: string,
	repeats: number,
	say: (text: string) => void,
): Promise<Section | null> {
	const leftOut = (what: string, why: string): null => {
		say(`Left out: ${what}: ${why}`)
		return null
	}
	const pmars = await findPmars()
	if (!pmars.found) return leftOut('Core War beside pMARS', pmars.reason)
	const sources = new Map(STOCK_WARRIORS.map(({ name, source }) => [name, source]))
	for (const file of await copyExamples(pmars, folder)) {
		sources.set(file.replace(/\.red$/, ''), await readFile(join(folder, file), 'utf8'))
	}
	if (!sources.has('aeka'))
		return leftOut('Core War beside pMARS', 'FAIRLEAD_PMARS names a program without its examples')
	const engine = (name: string, engine: Engine, isExact = true): Measured => ({
		name,
		engine,
		isExact,
		repeats: isExact ? repeats : 1,
		ms: [],
		differs: 0,
	})
	const engines = [engine(NATIVE, nativePmars(pmars.program, folder)), engine(OURS, inNode)]
	try {
		engines.push(engine('this engine, in workerd, with its requests', await inWorkerd()))
		const page = await inChromium()
		if (typeof page === 'string') leftOut('the engine in Chromium', page)
		else engines.push(engine('this engine, in Chromium', page))
		const port = await pmarsInTypeScript()
		if (typeof port === 'string') leftOut('pmars-ts', port)
		else engines.push(engine('pmars-ts 1.0.0, in Node', port, false))
		await measure(engines, sources)
	} finally {
		await Promise.all(engines.map(({ engine }) => engine.stop()))
	}
	return shown(engines, repeats)
}

/** Measures in turns, so that a busy moment of the machine affects all. The first engine is the reference. */
async function measure(engines: readonly Measured[], sources: ReadonlyMap<string, string>) {
	const most = Math.max(...engines.map(({ repeats }) => repeats))
	for (let repeat = 0; repeat < most; repeat++) {
		const turn = engines.filter(({ repeats }) => repeat < repeats)
		for (const one of turn) one.ms.push(0)
		for (const pair of PAIRS) {
			const [first, second] = pair.map((name) => sources.get(name) ?? '')
			const texts = [first ?? '', second ?? ''] as const
			let expected = ''
			for (const one of turn) {
				const startedAt = performance.now()
				const result = JSON.stringify(await one.engine.fight(texts, ROUNDS, SEED))
				one.ms[repeat] = (one.ms[repeat] ?? 0) + performance.now() - startedAt
				expected ||= result
				if (result === expected) continue
				if (one.isExact) throw new Error(`${pair.join(' and ')} end otherwise in ${one.name}.`)
				one.differs++
			}
		}
	}
}

function shown(engines: readonly Measured[], repeats: number): Section {
	const best = (name: string) =>
		Math.min(...(engines.find((one) => one.name === name)?.ms ?? [Number.NaN]))
	const factor = best(OURS) / best(NATIVE)
	const rows: readonly Row[] = [
		...engines.map(({ name, isExact, differs }) => ({
			what: name,
			value: best(name),
			unit: 'ms',
			...(isExact
				? {}
				: { note: `once; ${differs} of ${PAIRS.length} results are other than pMARS's` }),
		})),
		{
			what: 'this engine, in Node, against native',
			value: factor,
			unit: '×',
			aim: `≤ ${AIM_FACTOR}`,
			met: factor <= AIM_FACTOR,
			note: `the best of ${repeats} of each; every result of it is pMARS's`,
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
