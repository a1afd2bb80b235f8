/** Each task can be solved, and its check tells a solution from none: on a real relay and an editor. */
import { AssertionError } from 'node:assert'
import { beforeAll, describe, expect, test } from 'vitest'
import { Desk } from '../conformance/kit/desk.ts'
import { EDITOR } from '../conformance/kit/editor-process.ts'
import { ALL_TASKS } from './kit/all-tasks.ts'
import type { ModelTask, Played } from './kit/model-task.ts'
import { begin, type Hands } from './kit/start.ts'
import { type Snapshot, takeSnapshot, World } from './kit/world.ts'

let desk: Desk
let steps = 0
beforeAll(async () => {
	desk = await Desk.open()
	return () => desk.close()
})

const hands: Hands = {
	get project() {
		return desk.project
	},
	read: (tool, args) => desk.call(tool, args),
	perform: async (uses) => {
		for (const use of uses) await hands.act(use)
	},
	act: async ([tool, args]) => (await desk.outcome(tool, args)).result,
}

async function started(task: ModelTask): Promise<Snapshot> {
	await begin(hands, task.start)
	return takeSnapshot(hands)
}

interface Run {
	/** Errors; they are the model's to see. */
	readonly failed: readonly string[]
	/** Every answer, as text. */
	readonly answers: readonly string[]
}

/** Plays a recording as the product would: one Undo group per step. */
async function play({ steps: recorded }: Played): Promise<Run> {
	const failed: string[] = []
	const answers: string[] = []
	for (const uses of recorded) {
		const group = `task-${++steps}`
		for (const [tool, args] of uses) {
			const outcome = await desk.call(tool, args, { group })
			answers.push(JSON.stringify(outcome))
			if (outcome.status === 'error') {
				failed.push(`${tool} ${JSON.stringify(args)}: ${outcome.error.message}`)
			}
		}
	}
	return { failed, answers }
}

/** The check's verdict on the world as it is now; null: solved. */
async function verdict(task: ModelTask, before: Snapshot, says: string): Promise<string | null> {
	try {
		await task.check(new World(hands, before, says))
		return null
	} catch (error) {
		if (error instanceof AssertionError) return error.message
		throw error
	}
}

/** The simulator runs no C#. */
const CAN_RUN_CSHARP = EDITOR === 'dotnet'
const isPossible = (task: ModelTask): boolean => CAN_RUN_CSHARP || !task.runsCSharp
const named = (task: ModelTask) => [task.id, task] as const

describe.each(ALL_TASKS.filter(isPossible).map(named))('%s', (_id, task) => {
	test('is not solved by doing nothing or repeating the question, nor by what only looks like a solution', async () => {
		const before = await started(task)
		for (const says of ['', `I did not understand “${task.prompt}”.`]) {
			expect(await verdict(task, before, says)).not.toBeNull()
		}
		await play(task.wrong)
		expect(await verdict(task, before, task.wrong.says)).not.toBeNull()
	})

	test('is solved by the reference, without an error on the way', async () => {
		const before = await started(task)
		expect((await play(task.solution)).failed).toEqual([])
		expect(await verdict(task, before, task.solution.says)).toBeNull()
	})
})

const impossible = ALL_TASKS.filter((task) => !isPossible(task)).map(named)
test.each(impossible)('%s: an editor that runs no C# says so on the way', async (_id, task) => {
	await started(task)
	const { answers } = await play(task.solution)
	expect(answers.join('\n')).toMatch(/scripts do not run|does not run C#/)
})

test('every task has a name of its own', () => {
	const ids = ALL_TASKS.map(({ id }) => id)
	expect(ids).toEqual([...new Set(ids)])
	for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
})
