/** A conformance case: one effect of an action, or one way in which it fails. */

import { type ToolName, toolByName } from '@fairlead/protocol/tools'
import type { CallErrorCode } from '@fairlead/protocol/wire/calls'
import { handlerOf } from '@fairlead/simulator/engine/handlers'
import { Unsupported } from '@fairlead/simulator/engine/unsupported'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Desk } from './desk.ts'
import { EDITOR, type EditorOptions } from './editor-process.ts'

export interface Case {
	readonly tool: ToolName
	/** `run` for tools without actions. */
	readonly action: string
	readonly expects: 'ok' | CallErrorCode
	/** The benefit for the user. */
	readonly name: string
	readonly run: (desk: Desk) => Promise<void>
}

type Run = Case['run']

/**
 * Makes what an example of the contract refers to, in a new scene with a camera and a light.
 * `names` gets names in the example that are made anew each time, and what stands for them here.
 */
export type SetUp = (desk: Desk, names: Map<string, string>) => Promise<unknown>

/**
 * Whether the editor under test cannot do this at all: it answers `unsupported`, and that is
 * checked instead of the cases with valid arguments.
 */
export const isBeyond = (tool: string, action: string): boolean =>
	EDITOR === 'simulator' && handlerOf(tool, action) instanceof Unsupported

/** Valid arguments. */
const exampleArgs = (tool: ToolName, action: string): Readonly<Record<string, unknown>> =>
	toolByName(tool)?.actions[action]?.examples[0]?.args ?? {}

/** Cases of one tool. */
export class CaseList {
	readonly tool: ToolName
	readonly cases: Case[] = []
	/** Set-ups by action. */
	readonly setUps = new Map<string, SetUp>()

	constructor(tool: ToolName) {
		this.tool = tool
	}

	works(action: string, name: string, run: Run): this {
		this.cases.push({ tool: this.tool, action, expects: 'ok', name, run })
		return this
	}

	refuses(action: string, code: CallErrorCode, name: string, run: Run): this {
		this.cases.push({ tool: this.tool, action, expects: code, name, run })
		return this
	}

	/** Sets up the objects that the contract's examples of an action need. Without it they find a cube at `/Cube`. */
	example(action: string, setUp: SetUp): this {
		if (this.setUps.has(action))
			throw new Error(`The examples of ${this.tool} ${action} have two set-ups.`)
		this.setUps.set(action, setUp)
		return this
	}
}

/** Runs the cases one after another on one desk, each in a new scene. */
export function runCases(lists: readonly CaseList[], options: Partial<EditorOptions> = {}): void {
	let desk: Desk
	beforeAll(async () => {
		desk = await Desk.open(options)
	})
	afterAll(() => desk?.close())
	for (const list of lists) {
		// A list may hold nothing but what examples need.
		if (list.cases.length === 0) continue
		describe(list.tool, () => {
			for (const one of list.cases)
				test(`${one.action} (${one.expects}): ${one.name}`, () => runCase(desk, one))
		})
	}
}

async function runCase(desk: Desk, one: Case): Promise<void> {
	await desk.fresh()
	desk.made.length = 0
	const { tool, action, expects } = one
	if (expects !== 'invalid_arguments' && isBeyond(tool, action)) {
		await desk.fails(tool, exampleArgs(tool, action), 'unsupported')
		return
	}
	await one.run(desk)
	// A case that never makes its own call proves nothing.
	expect(desk.made).toContainEqual({ tool, action, status: expects })
}
