/** The requests that the demo model carries out: each with a sentence that works as it stands. */
import { type Bag, bags, list } from '@fairlead/protocol/wire/safe-read'
import * as coreWar from './core-war.ts'
import { call, type Perform } from './desk.ts'
import * as folder from './folder.ts'
import { create, fall, NEW_OBJECT, remove } from './make.ts'
import { describe, TARGET } from './scene.ts'
import { rotate } from './script.ts'
import { bullets, counted, listed } from './words.ts'

/** By their examples; the source of a pattern matches a whole clause, in any case. */
type Requests = Readonly<Record<string, readonly [source: string, perform: Perform]>>

const MAX_TITLE_CHARS = 60
const LOOKS = /^(?:describe|find|list|look|show|what)\b/i

/** One call, and a sentence about its result. */
const once = (name: string, input: Bag, doing: string, told: (result: Bag) => string): Perform =>
	function* (desk) {
		desk.say(told(yield* call(doing, name, input)))
	}

const UNITY: Requests = {
	'make three blue spheres in a row': [
		`(?:(?:create|make|add|build|put)(?: me)? )?${NEW_OBJECT}`,
		create,
	],
	'let the cube fall': [`(?:let|make|watch) ${TARGET} (?:fall|drop)`, fall],
	'write a script that rotates the cube': [
		`write (?:me )?an? (?<broken>broken )?(?:c# )?script (?:that|which|to) (?:rotates?|spins?) ${TARGET}(?:,? (?:and )?(?:fix|compile|attach|put|add) it(?: (?:to|on|onto) ${TARGET.replace('target', 'on')})?)*`,
		rotate,
	],
	'delete the cube': [`(?:delete|remove) ${TARGET}`, remove],
	'describe the scene': [
		"(?:describe|show me) (?:the|my|this) (?:scene|objects)|what(?: is|'s) in (?:the|my|this) scene(?: now)?",
		describe,
	],
	'take a screenshot': [
		'(?:take|show me) a (?:screenshot|picture)(?: of the (?:game|game view|scene))?',
		once('unity_screenshot', { action: 'game' }, 'take a picture', () => 'This is the game view.'),
	],
	'press play': [
		'(?:press )?play(?: the game)?',
		once('unity_play', { action: 'enter', wait_seconds: 2 }, 'enter play mode', () => {
			return 'It is playing. Say “stop” to leave play mode: changes made while playing are lost then.'
		}),
	],
	stop: [
		'stop(?: it| playing| the game)?|leave play mode',
		once('unity_play', { action: 'exit' }, 'leave play mode', () => 'Nothing is playing now.'),
	],
	'show me the errors in the console': [
		'(?:show|read)(?: me)? the errors(?: in the console)?|are there (?:any )?errors',
		once('read_console_logs', { filter: 'errors', count: 10 }, 'read the console', (result) => {
			const lines = bags(result['logs']).map(({ message }) => String(message).split('\n')[0] ?? '')
			const total = Number(result['total'] ?? lines.length)
			if (total === 0) return 'The console has no errors.'
			return bullets(`The console has ${counted(total, 'error')}:`, lines, total)
		}),
	],
	'undo that': [
		'undo(?: that| it)?',
		once('unity_undo', { action: 'undo', steps: 1 }, 'undo', ({ groups }) => {
			const names = list(groups).map((group) => `“${group}”`)
			return names.length === 0 ? 'There was nothing to undo.' : `I undid ${listed(names)}.`
		}),
	],
	'save the scene': [
		'save(?: it| the scene)?',
		once('unity_scene', { action: 'save' }, 'save the scene', ({ sceneName, scenePath }) => {
			return `I saved the scene “${sceneName}” to ${scenePath}.`
		}),
	],
}

const FOLDER: Requests = {
	'describe what is in this folder': [
		'(?:describe|list|show me) (?:what is in )?(?:this|the) (?:folder|files)',
		folder.describe,
	],
	'find what is unfinished': [
		'find (?:what is unfinished|(?:all |the )?todos)(?:,? and list it by importance)?',
		folder.findUnfinished,
	],
	'show me what has changed since the last commit': [
		'(?:show me |list )?what (?:has )?changed(?: since the last commit)?',
		folder.showChanges,
	],
	'run the tests': ['run the tests(?: and fix what fails)?', folder.runTests],
}

const CORE_WAR: Requests = {
	'write a bomber': ['(?:write|make)(?: me)? a (?:bomber|warrior)', coreWar.write],
	'test it against the stock warriors': [
		'(?:test|try) (?:it|the (?:bomber|warrior))(?: against (?:the )?stock warriors)?',
		coreWar.tryIt,
	],
	'explain a round against Imp': [
		'explain a round(?: against (?<against>[\\w ]+))?',
		coreWar.explain,
	],
	'evolve my warrior overnight': [
		'(?:evolve|breed|improve) (?:it|(?:my|the) (?:warrior|bomber))(?: overnight)?',
		coreWar.evolve,
	],
	'upload it': ['upload (?:it|the (?:bomber|warrior))', coreWar.upload],
	'fight the best player': ['(?:fight|challenge)(?: the best player)?', coreWar.fight],
	'start an arena': ['start an arena', coreWar.arena],
	'show the leaderboard': ['show(?: me)? the (?:leaderboard|ladder)', coreWar.leaderboard],
}

const delegate: Perform = function* (desk, { task = '' }) {
	yield* call('find the tool for sub-agents', 'find_tools', { query: 'sub-agent' })
	const input = { title: task.slice(0, MAX_TITLE_CHARS), task, may_write: !LOOKS.test(task) }
	const { answer, note } = yield* call('give the task to a sub-agent', 'delegate', input)
	desk.say(answer ? `The sub-agent says: ${answer}` : String(note ?? 'It said nothing.'))
}
const ANYWHERE: Requests = {
	'ask a sub-agent to describe the scene': [
		'(?:let|have|ask|tell) a sub-?agent (?:to )?(?<task>.+)',
		delegate,
	],
}

const project = (tour: string, requests: Requests) => ({
	tour,
	requests: Object.entries({ ...requests, ...ANYWHERE }).map(([example, [source, perform]]) => ({
		example,
		pattern: new RegExp(`^(?:${source})$`, 'is'),
		perform,
	})),
})

/** For each kind of project: what its tour does, and the requests that are carried out there. */
export const PROJECTS = {
	unity: project(
		'make three blue spheres above the floor in a row, let them fall, then describe the scene',
		UNITY,
	),
	folder: project(
		'describe what is in this folder, then find what is unfinished, then show me what has changed since the last commit',
		FOLDER,
	),
	corewar: project(
		'write a bomber, test it against the stock warriors, upload it, then fight the best player',
		CORE_WAR,
	),
} as const
