/** The page's view of the scene: an answer's way, the editor's work for it, and what it weighs. */
import type { ViewAnswer } from '@fairlead/protocol/tools/unity/scene/unity-viewport'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import { Engine } from '@fairlead/simulator/engine/engine'
import { MemoryFiles } from '@fairlead/simulator/project/memory-files'
import { RoomViewer } from '../../scripts/room-viewer.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { editorReady } from '../../test/e2e/stack-kit.ts'
import { type Row, type Section, timesRow } from '../report.ts'
import { median } from '../stats.ts'
import { drawnDelay } from './drawn-delay.ts'

const METHOD = 'unity_viewport'
const SCENES = [100, 1_000, 10_000]

function answerOf(outcome: CallOutcome): ViewAnswer {
	if (outcome.status === 'error') throw new Error(outcome.error.message)
	return outcome.result as ViewAnswer
}

/** Microseconds of reads one after the other, through Worker and relay to the simulated editor and back. */
async function reads(
	viewer: RoomViewer,
	count: number,
): Promise<{ view: number[]; known: number[] }> {
	const look = (since?: string) =>
		viewer.read(METHOD, { action: 'changes', ...(since === undefined ? {} : { since }) })
	const { revision } = answerOf(await look())
	const [view, known]: [number[], number[]] = [[], []]
	const timed = async (times: number[], ask: () => Promise<CallOutcome>): Promise<void> => {
		const began = performance.now()
		const outcome = await ask()
		if (outcome.status === 'error') throw new Error(outcome.error.message)
		times.push((performance.now() - began) * 1_000)
	}
	for (let n = 0; n < count; n++) {
		await timed(view, () => look(revision))
		await timed(known, () => viewer.read('unity_query', { action: 'selection' }))
	}
	return { view: view.slice(20), known: known.slice(20) }
}

/** An engine in this process, with so many cubes. */
async function sceneOf(cubes: number): Promise<Engine> {
	const files = new MemoryFiles({
		'ProjectSettings/ProjectVersion.txt': 'm_EditorVersion: 6000.3.2f1\n',
		'Packages/manifest.json': '{ "dependencies": {} }',
	})
	files.makeFolder('Assets')
	const engine = await Engine.open({ files })
	for (let n = 0; n < cubes; n++) {
		const position = [n % 100, 0, Math.floor(n / 100)]
		engine.execute('unity_hierarchy', {
			action: 'create',
			name: `Cube ${n}`,
			primitive_type: 'Cube',
			position,
		})
	}
	return engine
}

/** Milliseconds of the editor's thread, and characters. */
function work(engine: Engine, cubes: number, rounds: number): Row[] {
	const look = (since?: string): ViewAnswer =>
		answerOf(
			engine.execute(METHOD, { action: 'changes', ...(since === undefined ? {} : { since }) }),
		)
	let chars = 0
	let answers = 0
	let revision: string | undefined
	for (let more = true; more; answers++) {
		const answer = look(revision)
		chars += JSON.stringify(answer).length
		revision = answer.revision
		more = answer.more
	}
	const moves: number[] = []
	for (let n = 0; n < rounds; n++) {
		engine.execute('unity_hierarchy', {
			action: 'set_transform',
			instance_id: '/Cube 7',
			position: [7, n + 1, 0],
		})
		const answer = look(revision)
		if (answer.moved.length !== 1) throw new Error('The move was not told.')
		revision = answer.revision
		moves.push(answer.workMs)
	}
	const of = `of ${cubes.toLocaleString('en')} cubes`
	return [
		{
			what: `everything ${of}`,
			value: Math.round(chars / 1024),
			unit: 'KB',
			note: `${answers} answers`,
		},
		{
			what: `the editor's work for one move ${of}`,
			value: median(moves),
			unit: 'ms',
			note: `n=${rounds}`,
		},
	]
}

export async function viewport(stack: Stack, quick: boolean): Promise<Section> {
	await editorReady(stack)
	const viewer = await RoomViewer.join(stack.origin, stack.projectId, stack.owner.cookie)
	const { view, known } = await reads(viewer, quick ? 120 : 1_000)
	viewer.close()
	const rows: Row[] = [
		timesRow('an answer without news, from the page to the editor and back', 'µs', view),
		timesRow('the same way for the selection', 'µs', known),
	]
	rows.push(...(await drawnDelay(stack, quick)))
	for (const cubes of SCENES) rows.push(...work(await sceneOf(cubes), cubes, quick ? 10 : 50))
	return { title: 'The viewport (simulated editor, local workerd)', rows }
}
