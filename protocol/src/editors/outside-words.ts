/** The state of an editor as seen from outside, in words for people and models. Pure; apart from the schemas for the page's size. */
import type { Outside } from './outside.ts'

const MAX_NAMED = 3

/** Whether compile errors keep the package from loading, and Unity has compiled what there is to compile. */
export const waitsForFix = (outside: Outside | undefined): boolean =>
	(outside?.state === 'safe_mode' || outside?.state === 'compile_errors') &&
	outside.pending === undefined

const errorsIn = ({ errorCount = 0 }: Outside): string =>
	errorCount === 0 ? '' : `: ${errorCount} compile error${errorCount === 1 ? '' : 's'}`

/** The first files with errors, by their paths: "Assets/A.cs, Assets/B.cs and others". */
export function brokenFiles({ errors = [] }: Outside): string {
	const files = [...new Set(errors.map(({ file }) => file))]
	if (files.length === 0) return 'the files'
	return `${files.slice(0, MAX_NAMED).join(', ')}${files.length > MAX_NAMED ? ' and others' : ''}`
}

/** A clause for a person, such as "Unity is in Safe Mode: 3 compile errors". */
export function outsideWords(outside: Outside): string {
	switch (outside.state) {
		case 'not_running':
			return 'Unity is closed'
		case 'starting':
			return 'Unity is starting'
		case 'importing':
			return 'Unity is importing assets'
		case 'compiling':
			return 'Unity is compiling scripts'
		case 'compile_errors':
			return outside.pending
				? 'Unity has not compiled the changed scripts yet'
				: `Scripts do not compile${errorsIn(outside)}`
		case 'safe_mode':
			return outside.pending
				? 'Unity is in Safe Mode and has not compiled the changed scripts yet'
				: `Unity is in Safe Mode${errorsIn(outside)}`
		case 'dialog':
			return `A dialog is open in Unity${outside.dialog ? `: ${outside.dialog.title}` : ''}`
		case 'crashed':
			return 'Unity crashed'
		case 'unlicensed':
			return 'Unity has no valid license'
		case 'no_package':
			return 'Unity is open without the Fairlead package'
		case 'not_connected':
			return 'Unity is open, but the Fairlead package is not connected'
		default:
			return outside.state satisfies never
	}
}

/** The remedy for a person; null where waiting is enough. */
export function outsideAdvice(outside: Outside): string | null {
	switch (outside.state) {
		case 'starting':
		case 'importing':
		case 'compiling':
			return null
		case 'not_running':
			return 'Open the project in Unity.'
		case 'compile_errors':
		case 'safe_mode':
			return outside.pending
				? "Click Unity's window if it does not compile by itself: it looks for changed files when it gets the focus."
				: `Fix the errors in ${brokenFiles(outside)}. No package is loaded until they compile.`
		case 'dialog':
			return outside.dialog?.answerable
				? 'Answer the dialog in Unity, or on the page of the project.'
				: 'Answer the dialog on the computer with Unity.'
		case 'crashed':
			return 'Close what is left of Unity, and open the project again.'
		case 'unlicensed':
			return 'Sign in to Unity Hub on that computer and activate a license.'
		case 'no_package':
			return 'Install the Fairlead package in this project.'
		case 'not_connected':
			return "Look at Unity's Console for messages of Fairlead, and restart Unity if there are none."
		default:
			return outside.state satisfies never
	}
}
