/** Sentences for the editor itself: scripts, scenes, play mode, pictures, console, tests. */

import { bag, bags, list, number, text } from '../../../wire/safe-read.ts'
import { baseName, count, name, num, say } from '../label.ts'
import type { Teller } from './teller.ts'

export const refresh: Teller = ({ result, v, known }) => {
	const verbText = v('Compiling scripts', 'Compiled scripts', 'compile scripts')
	if (!known) return say(verbText)
	if (result['recompiled'] === false) return say('Checked scripts: nothing to compile')
	const errors = bags(result['errors']).length
	const warnings = bags(result['warnings']).length
	if (errors > 0) return say(`${verbText}: ${count(errors, 'error')}`)
	// Visitors with a share link do not see the errors.
	if (result['hasErrors'] === true) return say(`${verbText}: errors`)
	return say(`${verbText}: no errors${warnings > 0 ? `, ${count(warnings, 'warning')}` : ''}`)
}

export const scene: Teller = ({ input, result, action, v }) => {
	const path = text(result['scenePath']) ?? text(input['path'])
	const what = path ? name(baseName(path).replace(/\.unity$/, '')) : 'the scene'
	switch (action) {
		case 'list':
			return say(v('Listing', 'Listed', 'list'), 'scenes')
		case 'open':
			return say(v('Opening', 'Opened', 'open'), 'scene', what)
		case 'save':
			return say(v('Saving', 'Saved', 'save'), path ? say('scene', what) : what)
		case 'create':
			return say(v('Creating', 'Created', 'create'), 'scene', what)
		case 'set_active':
			return say(v('Making', 'Made', 'make'), what, 'the active scene')
		default:
			return say(v('Closing', 'Closed', 'close'), 'scene', what)
	}
}

/** Seconds of play mode after which it was not entered by this call. */
const JUST_ENTERED_S = 1

export const play: Teller = ({ input, result, action, v, known }) => {
	switch (action) {
		case 'enter': {
			const pause = number(input['pause_after'])
			if (pause !== undefined)
				return say(v('Playing', 'Played', 'play'), `for ${num(pause)} s, then paused`)
			const seconds = number(input['wait_seconds']) ?? 0
			// It may have been playing before: that is true of both.
			if (seconds > 0) {
				const ran = v('Letting the game run', 'Let the game run', 'let the game run')
				return say(ran, `for ${num(seconds)} s`)
			}
			const wasPlaying = (number(result['time']) ?? 0) > JUST_ENTERED_S
			if (known && wasPlaying) return say('Play mode was on already')
			return say(v('Entering', 'Entered', 'enter'), 'play mode')
		}
		case 'exit':
			return say(v('Leaving', 'Left', 'leave'), 'play mode')
		case 'pause':
			return say(
				input['paused'] === false
					? v('Resuming', 'Resumed', 'resume')
					: v('Pausing', 'Paused', 'pause'),
				'play',
			)
		case 'step':
			return say(v('Stepping', 'Stepped', 'step'), count(number(input['frames']) ?? 1, 'frame'))
		default: {
			const mode = result['isPlaying'] === true ? 'playing' : 'in edit mode'
			return say(v('Checking', 'Checked', 'check'), 'play mode', known ? `: ${mode}` : null)
		}
	}
}

export const playtest: Teller = ({ input, result, v, known }) => {
	const steps = list(input['steps']).length
	const said = say(v('Playtesting', 'Playtested', 'playtest'), count(steps, 'step'))
	if (!known) return said
	const failed = number(result['failedStep'])
	return say(said, failed === undefined ? ': passed' : `: step ${failed} failed`)
}

export const screenshot: Teller = ({ input, result, action, v }) => {
	const took = v('Taking a picture of', 'Took a picture of', 'take a picture of')
	if (action === 'scene') {
		const target = text(input['look_at'])
		return say(took, target ? name(baseName(target)) : 'the scene view')
	}
	if (action === 'camera') {
		const camera = text(result['camera']) ?? text(input['instance_id'])
		return say(took, 'what', camera ? name(baseName(camera)) : 'a camera', 'sees')
	}
	return say(took, 'the game view')
}

export const profile: Teller = ({ input, result, action, v }) => {
	if (action === 'compare')
		return say(v('Comparing', 'Compared', 'compare'), 'two profiler captures')
	const frames = number(result['frames']) ?? number(input['frames']) ?? 60
	const ms = number(bag(result['totals'])['frameMs'])
	const said = say(v('Profiling', 'Profiled', 'profile'), count(frames, 'frame'))
	return ms === undefined ? said : say(said, `: ${ms.toFixed(1)} ms each`)
}

const BUILT: Readonly<Record<string, string>> = { failed: 'failed', cancelled: 'cancelled' }
export const build: Teller = ({ input, result, v, known }) => {
	const path = text(input['path'])
	const outcome = BUILT[text(result['result']) ?? '']
	const built = known && outcome === undefined ? 'Built' : 'Tried to build'
	const said = say(v('Building', built, 'build'), path ? name(path) : 'the player')
	if (!known) return said
	const errors = number(result['errorCount']) ?? 0
	if (outcome === undefined) return say(said, `in ${num(number(result['seconds']) ?? 0)} s`)
	return say(said, `: ${outcome}`, errors > 0 ? say(',', count(errors, 'error')) : null)
}

export const editor: Teller = ({ input, action, v }) => {
	if (action === 'clear_console') return say(v('Clearing', 'Cleared', 'clear'), 'the console')
	const objects = list(input['objects'])
	const [first] = objects
	const one = objects.length === 1 && typeof first === 'string' && !/^\d+$/.test(first)
	const what = objects.length === 0 ? 'nothing' : count(objects.length, 'object')
	return say(v('Selecting', 'Selected', 'select'), one ? name(baseName(first)) : what)
}

export const capture: Teller = ({ input, result, action, v, known }) => {
	const took = v('Taking a picture of', 'Took a picture of', 'take a picture of')
	const objects = list(input['objects']).filter((one) => typeof one === 'string')
	const [first] = objects
	const several = objects.length > 1 || first === undefined || /^\d+$/.test(first)
	const framed = several ? count(objects.length, 'object') : name(baseName(first))
	switch (action) {
		case 'game_view':
			return say(took, 'the game as players see it')
		case 'angles':
			return say(took, framed, 'from', count(list(input['angles']).length || 4, 'side'))
		case 'compare': {
			const changed = number(result['regionCount']) ?? 0
			const found = changed === 0 ? ': nothing changed' : `: ${count(changed, 'place')} changed`
			return say(
				v('Comparing with the picture', 'Compared with the picture', 'compare with the picture'),
				name(text(input['name']) ?? 'before'),
				known ? found : null,
			)
		}
		default: {
			if (objects.length > 0) return say(took, framed)
			const camera = text(result['camera']) ?? text(input['instance_id'])
			return say(took, 'what', camera ? name(baseName(camera)) : 'the main camera', 'sees')
		}
	}
}

export const undo: Teller = ({ result, action, v, known }) => {
	if (action === 'history') return say(v('Reading', 'Read', 'read'), 'the undo history')
	if (action === 'revert_group') return say(v('Reverting', 'Reverted', 'revert'), 'a step')
	const groups = list(result['groups']).filter((group) => typeof group === 'string')
	const what = groups.length === 1 && groups[0] ? name(groups[0]) : count(groups.length, 'step')
	const shown = known ? what : 'the last change'
	return action === 'redo'
		? say(v('Redoing', 'Redid', 'redo'), shown)
		: say(v('Undoing', 'Undid', 'undo'), shown)
}

export const batch: Teller = ({ input, result, v }) => {
	const n = number(result['count']) ?? list(input['operations']).length
	return say(v('Making', 'Made', 'make'), n === 0 ? 'changes' : count(n, 'change'), 'in one go')
}

export const tests: Teller = ({ input, result, action, v, known }) => {
	const mode = text(input['mode']) ?? 'EditMode'
	const groups = [...list(input['categories']), ...list(input['assemblies'])]
	const some = groups.filter((one) => typeof one === 'string').join(', ')
	const what = say(mode, 'tests', some ? say('of', name(some)) : null)
	if (action === 'list') {
		const total = number(result['total']) ?? 0
		return say(v('Listing', 'Listed', 'list'), what, known ? `: ${count(total, 'test')}` : null)
	}
	const failed = number(result['failed']) ?? 0
	const passed = number(result['passed']) ?? 0
	const outcome = failed > 0 ? `: ${failed} failed, ${passed} passed` : `: ${passed} passed`
	return say(v('Running', 'Ran', 'run'), what, known ? outcome : null)
}

export const consoleLogs: Teller = ({ input, result, v, known }) => {
	const filter = text(input['filter'])
	const total = number(result['total']) ?? 0
	const kind = filter === 'errors' ? 'error' : filter === 'warnings' ? 'warning' : null
	const none = kind ? `: no ${kind}s` : ': empty'
	const some = kind ? `: ${count(total, kind)}` : `: ${count(total, 'entry', 'entries')}`
	return say(
		v('Reading', 'Read', 'read'),
		'the console',
		known ? (total === 0 ? none : some) : null,
	)
}

export const menuItem: Teller = ({ input, v }) =>
	say(v('Choosing', 'Chose', 'choose'), name(text(input['menu_path']) ?? 'a menu item'))

export const editorReady: Teller = ({ result, v, known }) => {
	const seconds = number(result['waitedSeconds'])
	if (known && result['ready'] === false) return say('The editor was still not ready')
	return say(
		v('Waiting', 'Waited', 'wait'),
		'for the editor',
		known && seconds !== undefined ? `, ${num(Math.round(seconds * 10) / 10)} s` : null,
	)
}
