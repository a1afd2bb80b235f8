/** The requests of a Unity project. */
import { bags, list } from '@fairlead/protocol/wire/safe-read'
import { create, fall, NEW_OBJECT, remove } from './make.ts'
import { once, project } from './project.ts'
import { describe, TARGET } from './scene.ts'
import { rotate } from './script.ts'
import { bullets, counted, listed } from './words.ts'

const TOUR =
	'make three blue spheres above the floor in a row, let them fall, then describe the scene'

export const UNITY = project(TOUR, {
	'make three blue spheres in a row': [
		`(?:(?:create|make|add|build|put)(?: me)? )?${NEW_OBJECT}`,
		create,
	],
	'let the cube fall': [`(?:let|make|watch) ${TARGET} (?:fall|drop)`, fall],
	'write a script that rotates the cube': [
		`write (?:me )?an? (?<broken>broken )?(?:c# )?script (?:that|which|to) (?:rotate|spin)s? ${TARGET}(?:,? (?:and )?(?:fix|compile|attach|put|add) it(?: (?:to|on|onto) ${TARGET.replace('target', 'on')})?)*`,
		rotate,
	],
	'delete the cube': [`(?:delete|remove) ${TARGET}`, remove],
	'describe the scene': [
		"(?:describe|show me) (?:the|my|this) (?:scene|objects)|what(?: is|'s) in (?:the|my|this) scene(?: now)?",
		describe,
	],
	'take a screenshot': [
		'(?:take|show me) a (?:screenshot|picture)(?: of the (?:game|game view|scene))?',
		once('take a picture', 'unity_screenshot', { action: 'game' }, () => 'This is the game view.'),
	],
	'press play': [
		'(?:press )?play(?: the game)?',
		once('enter play mode', 'unity_play', { action: 'enter', wait_seconds: 2 }, () => {
			return 'It is playing. Say “stop” to leave play mode: changes made while playing are lost then.'
		}),
	],
	stop: [
		'stop(?: it| playing| the game)?|leave play mode',
		once('leave play mode', 'unity_play', { action: 'exit' }, () => 'Nothing is playing now.'),
	],
	'show me the errors in the console': [
		'(?:show|read)(?: me)? the errors(?: in the console)?|are there (?:any )?errors',
		once('read the console', 'read_console_logs', { filter: 'errors', count: 10 }, (result) => {
			const lines = bags(result['logs']).map(({ message }) => String(message).split('\n')[0] ?? '')
			const total = Number(result['total'] ?? lines.length)
			if (total === 0) return 'The console has no errors.'
			return bullets(`The console has ${counted(total, 'error')}:`, lines, total)
		}),
	],
	'undo that': [
		'undo(?: that| it)?',
		once('undo', 'unity_undo', { action: 'undo', steps: 1 }, ({ groups }) => {
			const names = list(groups).map((group) => `“${group}”`)
			return names.length === 0 ? 'There was nothing to undo.' : `I undid ${listed(names)}.`
		}),
	],
	'save the scene': [
		'save(?: it| the scene)?',
		once('save the scene', 'unity_scene', { action: 'save' }, ({ sceneName, scenePath }) => {
			return `I saved the scene “${sceneName}” to ${scenePath}.`
		}),
	],
})
