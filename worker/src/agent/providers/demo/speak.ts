/** Sentences. The demo model never claims more than a result said. */
import { asRecord, asStrings, type Outcome } from './transcript.ts'
import type { Vec3 } from './types.ts'

export const WHICH_ONE = 'Which one do you mean?'

export const INTRODUCTION =
	'I am Fairlead’s demo model: no AI, just a small planner that builds, changes and tries out simple things in your scene.'

export const EXAMPLES: readonly string[] = [
	'make a red cube above the floor and let it fall',
	'three blue spheres in a row',
	'make it twice as big and move it up 2',
	'write a script that rotates the cube',
	'describe the scene',
]
const CONNECT =
	'To use a real model, add the key of its provider in your settings, under “Models and keys”.'

export const HELP = [
	'I can: describe the scene · create cubes, spheres, capsules, cylinders, planes, quads, lights, cameras and empty objects · colour, move, rotate, scale, rename, duplicate, parent, hide and delete them · add physics · write a script that rotates, moves or bounces something, compile it and attach it · play, wait, stop · take pictures · show errors · undo, redo, save.',
	'I use the same tools as a real model: unity_query, unity_hierarchy, unity_component, unity_refresh, unity_play, unity_screenshot, unity_undo, unity_scene, read_console_logs and the file tools.',
	examples('For example:'),
	CONNECT,
].join('\n\n')

function examples(head: string): string {
	return [head, ...EXAMPLES.map((example) => `- ${example}`)].join('\n')
}

export const notUnderstood = (text: string): string => {
	const said = text.length > 120 ? `${text.slice(0, 120)}…` : text
	return [`I did not understand “${said}”. ${examples('Try one of these:')}`, CONNECT].join('\n\n')
}

/** Why something did not work, and what to do. `doing`: "create the cube". */
export function failure(outcome: Extract<Outcome, { ok: false }>, doing: string): string {
	const why = sentence(outcome.message)
	const hint = outcome.hint ? ` ${sentence(outcome.hint)}` : ''
	switch (outcome.code) {
		case 'no_editor':
		case 'target_gone':
			return `I could not ${doing}, because no Unity editor is connected. Open your project in Unity with the Fairlead package installed and run \`npm run fairlead -- up\` on that machine; without Unity, \`npm run fairlead -- simulate\` starts a simulated editor. Then ask me again.`
		case 'denied':
			return `I was not allowed to ${doing}. ${why}${hint} I will leave it at that.`
		case 'cancelled':
			return `I stopped before I could ${doing}.`
		case 'effect_unknown':
			return `The connection was lost while I was trying to ${doing}, so it may or may not have happened. ${why} Say “describe the scene” to check.`
		case 'modal_dialog':
		case 'editor_busy':
		case 'deadline_exceeded':
			return `Unity did not respond when I tried to ${doing}. ${why}${hint} Ask me again when it is free.`
		default:
			return `I could not ${doing}. ${why}${hint}${nearMatches(outcome.data)}`
	}
}

function nearMatches(data: unknown): string {
	const facts = asRecord(data)
	for (const key of ['nearest', 'available', 'matches', 'names', 'similar']) {
		const names = asStrings(facts[key]).slice(0, 5)
		if (names.length > 0) return ` Near matches: ${names.join(', ')}.`
	}
	return ''
}

const sentence = (words: string): string => {
	const text = words.trim()
	return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** "a, b and c". */
export function listed(items: readonly string[]): string {
	if (items.length <= 1) return items.join('')
	return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

/** 0.49999 reads as 0.5. */
export const figure = (value: number): string => String(Math.round(value * 100) / 100 || 0)
export const point = (v: Vec3): string => `(${v.map(figure).join(', ')})`
export const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
