/** Why something did not work, and what to do. */
import type { Failed } from './transcript.ts'

/** @param doing "create the cube" */
export function failure({ code, message, hint = '' }: Failed, doing: string): string {
	const why = `${sentence(message)} ${sentence(hint)}`.trim()
	switch (code) {
		case 'no_editor':
		case 'target_gone':
			return `I could not ${doing}, because no Unity editor is connected. Open your project in Unity with the Fairlead package installed and run \`npm run fairlead -- up\` on that machine; without Unity, \`npm run fairlead -- simulate\` starts a simulated editor. Then ask me again.`
		case 'denied':
			return `I was not allowed to ${doing}. ${why} I will leave it at that.`
		case 'cancelled':
			return `I stopped before I could ${doing}.`
		case 'cut':
			return `I was to ${doing}, but the answer is too long for me to read, so I stop here.`
		case 'effect_unknown':
			return `The connection was lost while I was trying to ${doing}, so it may or may not have happened. ${why} Say “describe the scene” to check.`
		case 'modal_dialog':
		case 'editor_busy':
		case 'deadline_exceeded':
			return `Unity did not respond when I tried to ${doing}. ${why} Ask me again when it is free.`
		default:
			return `I could not ${doing}. ${why}`
	}
}

/** Some of `all` calls worked. */
export function partly(all: number, failed: readonly Failed[], doing: string): string {
	const others = failed.filter(({ code }) => code !== 'denied')
	const denied = failed.length - others.length
	const counts = [
		`${all - failed.length} of ${all} are done`,
		...(denied > 0 ? [`${denied} you denied`] : []),
		...(others.length > 0 ? [`${others.length} failed`] : []),
	]
	const why = others[0] ? ` ${sentence(others[0].message)}` : ''
	return `I could ${doing} only in part: ${counts.join(', ')}.${why} I leave the rest of your request undone.`
}

const sentence = (words: string): string => words.trim().replace(/(?<=[^.!?…])$/, '.')
