/** The requests that the demo model carries out: each with a sentence that works as it stands. */
import {
	arena,
	evolution,
	evolve,
	explain,
	fight,
	leaderboard,
	tryIt,
	upload,
	writeBomber,
} from './core-war.ts'
import { call, type Desk, type Plan, succeeded } from './desk.ts'
import { describe, fall, play, save, screenshot, showConsole, stop, undo } from './editor.ts'
import { TARGET } from './find.ts'
import { describeFolder, findUnfinished, runTests, showChanges } from './folder.ts'
import { create, NEW_OBJECT, paint, remove } from './make.ts'
import { rotate } from './script.ts'
import { asRecord } from './transcript.ts'
import { NUMBER } from './words.ts'

type Groups = Readonly<Record<string, string>>

export interface DemoRequest {
	/** A sentence that works as it stands. */
	readonly example: string
	/** Other words that hint at it, for the offer of near matches. */
	readonly hints: string
	readonly in: 'unity' | 'folder' | 'corewar' | 'any'
	/** It looks only. */
	readonly looks: boolean
	/** Matches a whole clause, in any case. */
	readonly pattern: RegExp
	/** False: a word was not understood after all. */
	readonly perform: (desk: Desk, groups: Groups) => Plan<boolean | undefined> | Plan
}

const clause = (source: string): RegExp => new RegExp(`^(?:${source})$`, 'i')
const on = (groups: Groups): string => groups['target'] ?? ''
const MAX_TITLE_CHARS = 60
const FOLLOWS =
	'(?:,? (?:and )?(?:fix|repair|compile|attach|put|add) it(?: (?:to|on|onto) (?<on>(?:the|an?) [\\w ]+?|it|[A-Z]\\w*))?)*'

const unity = (
	example: string,
	hints: string,
	source: string,
	perform: DemoRequest['perform'],
	looks = false,
): DemoRequest => ({ example, hints, in: 'unity', looks, pattern: clause(source), perform })
const folder = (
	example: string,
	hints: string,
	source: string,
	perform: DemoRequest['perform'],
): DemoRequest => ({ example, hints, in: 'folder', looks: true, pattern: clause(source), perform })
const coreWar = (
	example: string,
	hints: string,
	source: string,
	perform: DemoRequest['perform'],
	looks = true,
): DemoRequest => ({ example, hints, in: 'corewar', looks, pattern: clause(source), perform })

export const REQUESTS: readonly DemoRequest[] = [
	unity(
		'make three blue spheres in a row',
		'create add build spawn put object cube ball capsule cylinder light floor plane small big',
		`(?:(?:create|make|add|build|spawn|put|give me|i want) (?:me )?)?${NEW_OBJECT}`,
		create,
	),
	unity(
		'let the cube fall',
		'drop physics gravity rigidbody down',
		`(?:let|make|watch) ${TARGET} (?:fall|drop)(?: down| to the floor)?|drop ${TARGET.replace('target', 'dropped')}`,
		(desk, groups) => fall(desk, groups['dropped'] ?? on(groups)),
	),
	unity(
		'write a script that rotates the cube',
		'code c# csharp spin turn behaviour attach component',
		`write (?:me )?an? (?<broken>broken )?(?:c# )?script (?:that|which|to) (?:rotates?|spins?) (?<target>(?:the|an?) [\\w ]+?|it|[A-Z]\\w*)${FOLLOWS}|(?:make|let) ${TARGET.replace('target', 'spun')} (?:spin|rotate)`,
		(desk, { broken, target, spun, on: put }) => {
			const said = put && !/^it$/i.test(put) ? put : (spun ?? target)
			const isNone = said === undefined || /^an? (object|thing)$/i.test(said)
			return rotate(desk, { target: isNone ? undefined : said, isBroken: broken !== undefined })
		},
	),
	unity(
		'make the cube green',
		'colour color paint turn red blue yellow material',
		`(?:make|paint|colou?r|turn) ${TARGET} (?<colour>#?[\\w -]+)`,
		(desk, groups) => paint(desk, on(groups), groups['colour'] ?? ''),
	),
	unity(
		'delete the cube',
		'remove destroy erase clear',
		`(?:delete|remove) ${TARGET}`,
		(desk, groups) => remove(desk, on(groups)),
	),
	unity(
		'describe the scene',
		'what objects hierarchy list look around there inside',
		"(?:describe|list|show(?: me)?|inspect) (?:the |my )?(?:scene|hierarchy|objects)|what(?: is|'s) (?:there|in (?:the |my )?scene)(?: now)?|look around",
		(desk) => describe(desk),
		true,
	),
	unity(
		'take a screenshot',
		'picture image photo see show view camera game',
		'(?:take|make|show me) (?:a|another) (?:screenshot|picture)(?: of the (?<view>game|scene)(?: view)?)?',
		(desk, { view }) => screenshot(desk, view),
		true,
	),
	unity(
		'play for 3 seconds',
		'run press start test game mode enter',
		`(?:press )?(?:play|start)(?: it| the game)?(?: for (?<seconds>${NUMBER}) ?(?:s|seconds?))?|enter play mode`,
		(desk, { seconds }) => play(desk, seconds),
	),
	unity(
		'stop',
		'end exit leave play mode',
		'stop(?: it| playing| the game)?|leave play mode',
		(desk) => stop(desk),
	),
	unity(
		'show me the errors in the console',
		'log logs warning warnings error messages read',
		'(?:show|read)(?: me)? (?:the )?(?<filter>errors?|warnings?|console|logs?)(?: (?:in|of) the console)?|are there (?:any )?(?<any>errors|warnings)',
		(desk, groups) => showConsole(desk, groups['filter'] ?? groups['any'] ?? ''),
		true,
	),
	unity('undo that', 'revert back redo again', '(?<verb>undo|redo)(?: that| it)?', (desk, groups) =>
		undo(desk, (groups['verb'] ?? 'undo').toLowerCase()),
	),
	unity('save the scene', 'store keep', 'save(?: it| the scene)?', (desk) => save(desk)),
	{
		example: 'ask a sub-agent to describe the scene',
		hints: 'subagent helper delegate',
		in: 'any',
		looks: false,
		pattern: /^(?:let|have|ask|tell) a sub-?agent (?:to )?(?<task>.+)$/is,
		perform: (desk, groups) => delegate(desk, groups['task'] ?? ''),
	},
	folder(
		'describe what is in this folder',
		'list files directory look around content',
		"(?:describe|list|show(?: me)?) (?:what is in )?(?:this|the) (?:folder|files)|what(?: is|'s) in (?:this|the) folder",
		(desk) => describeFolder(desk),
	),
	folder(
		'find what is unfinished',
		'todo fixme open missing search importance',
		'find (?:what is unfinished|(?:all |the )?todos)(?:,? and list it by importance)?',
		(desk) => findUnfinished(desk),
	),
	folder(
		'show me what has changed since the last commit',
		'git diff status commit changes modified',
		'(?:show me |list )?what (?:has )?changed(?: since the last commit)?',
		(desk) => showChanges(desk),
	),
	folder(
		'run the tests',
		'test npm check fails fix suite',
		'run the tests(?: and fix what fails)?',
		(desk) => runTests(desk),
	),
	coreWar(
		'write a bomber',
		'make create build warrior stone dwarf redcode program',
		'(?:write|make|create|build)(?: me)? an? (?:better )?(?:bomber|warrior|stone)',
		(desk) => writeBomber(desk),
	),
	coreWar(
		'test it against the stock warriors',
		'try simulate tournament battle rounds',
		'(?:test|try|simulate) (?:it|the (?:bomber|warrior))(?: against (?:all )?(?:the )?stock warriors)?',
		(desk) => tryIt(desk),
	),
	coreWar(
		'explain a round against Imp',
		'why lost trace replay step died',
		'explain a round(?: against (?<against>[\\w ]+))?',
		(desk, { against }) => explain(desk, against ?? 'Dwarf'),
	),
	coreWar(
		'evolve my warrior overnight',
		'improve breed better mutate evolution generations',
		'(?:evolve|breed|improve) (?:it|(?:my|the) (?:warrior|bomber))(?: overnight)?',
		(desk) => evolve(desk),
		false,
	),
	coreWar(
		'how is my evolution doing',
		'family tree progress generation',
		"how(?: is|'s) (?:my|the) evolution(?: doing)?",
		(desk) => evolution(desk),
	),
	coreWar(
		'upload it',
		'store save submit send warrior',
		'upload (?:it|the (?:bomber|warrior))',
		(desk) => upload(desk),
		false,
	),
	coreWar(
		'fight the best player',
		'challenge duel battle climb rating',
		'(?:fight|challenge)(?: the best player)?',
		(desk) => fight(desk),
		false,
	),
	coreWar(
		'start an arena',
		'multiplayer ten bots',
		'(?:start|fight in) an arena',
		(desk) => arena(desk),
		false,
	),
	coreWar(
		'show the leaderboard',
		'ladder ranking players rating best',
		'show(?: me)? the (?:leaderboard|ladder)|who is the best',
		(desk) => leaderboard(desk),
	),
]

/** What the tour of each kind of project does. */
export const TOURS = {
	unity: 'make three blue spheres above the floor in a row, let them fall, then describe the scene',
	corewar:
		'write a bomber, test it against the stock warriors, upload it, then fight the best player',
	folder:
		'describe what is in this folder, then find what is unfinished, then show me what has changed since the last commit',
} as const

function* delegate(desk: Desk, task: string): Plan {
	const mayWrite = !REQUESTS.some(({ looks, pattern }) => looks && pattern.test(task.trim()))
	yield* call('find the tool for sub-agents', 'find_tools', { query: 'sub-agent' })
	const [outcome] = yield [
		{
			name: 'delegate',
			input: { title: task.slice(0, MAX_TITLE_CHARS), task, may_write: mayWrite },
		},
	]
	const { answer, note } = asRecord(succeeded(outcome, 'give the task to a sub-agent').value)
	desk.say(answer ? `The sub-agent says: ${String(answer)}` : String(note ?? 'It said nothing.'))
}
