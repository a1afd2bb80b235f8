/**
 * One plain sentence about a call, made from its arguments and its result: as declared with the
 * tool (`labels`), or by a teller here. The type makes a new tool without either a compile error.
 */

import type { LabelledToolName, OfferedToolName } from '../../tools/index.ts'
import { actionOf, type Bag, bag } from '../../wire/safe-read.ts'
import type { CallView } from '../call-view.ts'
import { type Label, name, say, verb } from './label.ts'
import { type Names, NO_NAMES, withNames } from './names.ts'
import { asset, packages, prefab } from './tellers/assets.ts'
import { execute } from './tellers/code.ts'
import { command } from './tellers/commands.ts'
import { declared } from './tellers/declared.ts'
import {
	batch,
	build,
	capture,
	consoleLogs,
	editor,
	editorReady,
	menuItem,
	play,
	playtest,
	profile,
	refresh,
	scene,
	screenshot,
	tests,
	undo,
} from './tellers/editor.ts'
import {
	assetUsages,
	editFile,
	listDirectory,
	readFile,
	searchFiles,
	writeFile,
} from './tellers/files.ts'
import { findTools, webSearch } from './tellers/looking.ts'
import { component, hierarchy } from './tellers/objects.ts'
import { query } from './tellers/query.ts'
import type { Teller, Told } from './tellers/teller.ts'
import { physics } from './tellers/world.ts'
import { labelIn, type TitleOf, words } from './titles.ts'

type ToldHere = Exclude<OfferedToolName, LabelledToolName>
const TELLERS: Record<ToldHere, Teller> = {
	unity_query: query,
	unity_hierarchy: hierarchy,
	unity_component: component,
	unity_scene: scene,
	unity_refresh: refresh,
	unity_play: play,
	unity_screenshot: screenshot,
	unity_capture: capture,
	unity_editor: editor,
	unity_physics: physics,
	unity_prefab: prefab,
	unity_asset: asset,
	unity_packages: packages,
	unity_undo: undo,
	unity_batch: batch,
	unity_tests: tests,
	unity_execute: execute,
	run_command: command,
	unity_playtest: playtest,
	unity_build: build,
	unity_profile: profile,
	read_console_logs: consoleLogs,
	execute_menu_item: menuItem,
	wait_for_editor_ready: editorReady,
	read_file: readFile,
	write_file: writeFile,
	edit_file: editFile,
	list_directory: listDirectory,
	search_files: searchFiles,
	asset_usages: assetUsages,
	find_tools: findTools,
	web_search: webSearch,
}

export interface Sentences {
	/**
	 * The sentence for one call. A tool that the reader does not know gets its name in words.
	 * @param names of objects that the arguments have only an id of.
	 */
	labelOf(call: ToldCall, names?: Names): Label
	/** The sentence for a request: "asked to create Cube". The call itself tells what became of it. */
	requestOf(tool: string, input: Bag): Label
	/** The sentence for one of several questions: "Create Cube at (0, 3, 0)". */
	orderOf(call: ToldCall, names?: Names): Label
	/** One line for the calls of a step: the running one, or the first change (else the first read) and the number of others. */
	summaryOf(calls: readonly CallView[], names?: Names): Label
}

type ToldCall = Pick<CallView, 'tool' | 'input' | 'state' | 'result'> & {
	readonly call?: CallView['call']
}

/** A call that has not failed, and yet has no result. By the code alone, which everybody sees. */
function withoutResult({ call, tool }: ToldCall, doing: string, base: string): string | null {
	if (call?.error === undefined) return null
	// It ended before it was sent anywhere.
	if (call.finishedAt === undefined) {
		if (call.withdrawn) return `Answered in the terminal: ${base}`
		return `${tool === 'agent_permission' ? 'No longer asked' : 'Not begun'}: ${base}`
	}
	switch (call.error.code) {
		case 'effect_unknown':
			return `Effect unknown: ${base}`
		case 'cancelled':
			return `Stopped while ${doing.charAt(0).toLowerCase()}${doing.slice(1)}`
		default:
			return null
	}
}

/** The sentences of a reader that has these titles. */
export function sentencesBy(titleOf: TitleOf): Sentences {
	const labelOf = (call: ToldCall, names: Names = NO_NAMES): Label =>
		told(
			titleOf,
			call,
			names,
			(doing, done, base) =>
				withoutResult(call, doing, base) ?? verb(call.state, doing, done, base),
		)
	return {
		labelOf,
		requestOf: (tool, input) => {
			const call = { tool, input, state: 'asking', result: undefined } as const
			return told(titleOf, call, NO_NAMES, (_, __, base) => `asked to ${base}`)
		},
		orderOf: (call, names = NO_NAMES) =>
			told(titleOf, call, names, (_, __, base) => base[0]?.toUpperCase() + base.slice(1)),
		summaryOf: (calls, names = NO_NAMES) => summary(calls, (call) => labelOf(call, names)),
	}
}

function told(titleOf: TitleOf, call: ToldCall, names: Names, v: Told['v']): Label {
	const { tool, state } = call
	const action = actionOf(call)
	const label = labelIn(titleOf(tool), action)
	const here = Object.hasOwn(TELLERS, tool) ? TELLERS[tool as ToldHere] : undefined
	const teller = label ? declared(label) : here
	if (!teller) return say(v('Using', 'Used', 'use'), name(words(tool)))
	const known = state === 'done' && typeof call.result === 'object' && call.result !== null
	return teller({
		input: withNames(call.input, names),
		result: known ? bag(call.result) : {},
		action,
		v,
		known,
	})
}

/** The call that the line of a step names: the one that asks or runs, else the first change that is done. */
export const headlineOf = (calls: readonly CallView[]): CallView | undefined =>
	calls.find(({ state }) => state === 'asking') ??
	calls.find(isUnderWay) ??
	// Reads beside a change are no news: the line says itself how many calls there were, and how many failed.
	calls.find((call) => isDone(call) && !call.call?.reads) ??
	calls.find(isDone) ??
	calls[0]

const isDone = ({ state }: CallView): boolean => state === 'done'
const isUnderWay = ({ state }: CallView): boolean => state === 'running' || state === 'preparing'

/** By its handle, the command that a call ran or read. No other tool's result has both. */
const badEnds = ({ result }: CallView): unknown[] => {
	const { exitCode, handle } = bag(result)
	return exitCode && handle ? [handle] : []
}

function summary(calls: readonly CallView[], labelOf: (call: CallView) => Label): Label {
	const first = headlineOf(calls)
	if (!first) return []
	const { state, call } = first
	if (state === 'asking' || isUnderWay(first)) return labelOf(first)
	const others = calls.filter((one) => isDone(one) && one.call?.reads === call?.reads).length - 1
	const denied = calls.filter((one) => one.state === 'denied').length
	const isDenied = state === 'denied'
	const bad = new Set(calls.flatMap(badEnds)).size
	return say(
		labelOf(first),
		others > 0 ? `and ${others} more` : null,
		denied > 0 && !isDenied ? `; ${denied} denied` : null,
		isDenied && denied > 1 ? `and ${denied - 1} more` : null,
		bad > badEnds(first).length ? `; ${bad} with a nonzero exit code` : null,
	)
}
