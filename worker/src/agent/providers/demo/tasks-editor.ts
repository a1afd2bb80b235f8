/** Physics, play mode, pictures, console, undo, saving. */
import { call, calls, type Desk, type Plan, succeeded } from './desk.ts'
import { halfSize, inspectTransform, placementFrom, resolve, resolveOne } from './find.ts'
import type { ObjectInfo } from './memory.ts'
import { counted, figure, listed } from './speak.ts'
import { namesOf } from './tasks-change.ts'
import { floor } from './tasks-make.ts'
import { asList, asRecord, asStrings } from './transcript.ts'
import type { Intent, Target } from './types.ts'

/** Enough for a fall of about 10 units to come to rest. */
const FALL_SECONDS = 2
/** Tolerated distance in units between the actual and the expected position. */
const REST_TOLERANCE_UNITS = 0.15
const SHOWN_LOGS = 10

type PhysicsIntent = Extract<Intent, { kind: 'physics' }>

export function* physics(desk: Desk, intent: PhysicsIntent): Plan {
	const objects = yield* resolve(desk, intent.target)
	const names = namesOf(objects)
	if (intent.effect === 'remove') {
		yield* body(objects, 'remove', undefined)
		return desk.say(`I removed the Rigidbody from ${names}.`)
	}
	if (intent.effect === 'fall') {
		const ground = yield* floor(desk)
		yield* body(objects, 'configure', { useGravity: true, isKinematic: false })
		desk.say(
			`${names} ${objects.length === 1 ? 'now has' : 'now have'} a Rigidbody. I'll enter play mode and watch.`,
		)
		return yield* watchFall(desk, objects, ground)
	}
	switch (intent.effect) {
		case 'add':
			yield* body(objects, 'configure', { useGravity: true })
			return desk.say(
				`${names} ${objects.length === 1 ? 'has' : 'have'} a Rigidbody now and will fall in play mode.`,
			)
		case 'float':
			yield* body(objects, 'configure', { useGravity: false })
			return desk.say(`Gravity is off for ${names}.`)
		case 'mass': {
			const mass = intent.mass ?? 1
			yield* body(objects, 'configure', { mass })
			return desk.say(
				`${names} ${objects.length === 1 ? 'weighs' : 'weigh'} ${figure(mass)} kg now.`,
			)
		}
		default:
			return intent.effect satisfies never
	}
}

function* body(
	objects: readonly ObjectInfo[],
	action: 'configure' | 'remove',
	properties: object | undefined,
): Plan {
	yield* calls(
		`change the physics of ${namesOf(objects)}`,
		objects.map(({ id }) => ({
			name: 'unity_component',
			input: {
				action,
				game_object_id: id,
				component_type: 'Rigidbody',
				...(properties ? { properties } : {}),
			},
		})),
	)
}

/** Enters play mode, takes a picture, reads where objects landed, and leaves play mode. */
function* watchFall(desk: Desk, objects: readonly ObjectInfo[], ground: ObjectInfo): Plan {
	yield* enterPlay(FALL_SECONDS)
	const watched = objects.slice(0, 5)
	const outcomes = yield [
		{ name: 'unity_screenshot', input: { action: 'game' } },
		// By path: a domain reload gives every object a new id.
		...[ground, ...watched].map((object) => inspectTransform({ ...object, id: object.path })),
	]
	// Leave play mode before anything can end the plan: changes made in play mode are lost.
	yield* call('leave play mode', 'unity_play', { action: 'exit' })
	const picture = outcomes[0]
	const top = placementFrom(asRecord(succeeded(outcomes[1], 'see where the floor is').value))
		.position[1]
	const found = watched.map((object, n) => {
		const outcome = succeeded(outcomes[n + 2], `see where ${object.name} is`)
		const { position, scale } = placementFrom(asRecord(outcome.value))
		return fate(object.name, position[1], top, halfSize(desk, object)[1] * scale[1])
	})
	desk.say(found.join(' '))
	desk.say(
		picture?.ok
			? 'The picture shows it. I left play mode again, so the scene is as it was before the fall.'
			: 'I could not take a picture. I left play mode again, so the scene is as it was before the fall.',
	)
}

function fate(name: string, y: number, top: number, half: number): string {
	const said = `The ${name.charAt(0).toLowerCase()}${name.slice(1)}`
	const subject = /^[A-Z][a-z]*$/.test(name) ? said : name
	if (Math.abs(y - top - half) <= REST_TOLERANCE_UNITS) {
		return `${subject} came to rest on the floor at y = ${figure(y)}.`
	}
	if (y < top) return `${subject} fell past the floor and is at y = ${figure(y)}.`
	return `${subject} is at y = ${figure(y)}, above the floor.`
}

/** Enters play mode. False if it was already playing and refused to let time pass. */
function* enterPlay(seconds: number): Plan<boolean> {
	const [outcome] = yield [
		{ name: 'unity_play', input: { action: 'enter', wait_seconds: seconds } },
	]
	if (outcome && !outcome.ok && outcome.code === 'in_play_mode') return false
	succeeded(outcome, 'enter play mode')
	return true
}

export function* play(desk: Desk, seconds: number): Plan {
	const hint = 'Say “stop” to leave play mode: changes made while playing are lost then.'
	const entered = yield* enterPlay(seconds)
	desk.say(
		entered
			? `It is playing; ${figure(seconds)} seconds have passed. ${hint}`
			: `It was playing already. ${hint}`,
	)
}

export function* stop(desk: Desk): Plan {
	// Asked first: leaving play mode succeeds in edit mode too, and its result reports only the state after it.
	const state = yield* call('see whether it plays', 'unity_play', { action: 'state' })
	if (state['isPlaying'] !== true) return desk.say('Nothing was playing.')
	yield* call('leave play mode', 'unity_play', { action: 'exit' })
	desk.say('I left play mode.')
}

export function* pause(desk: Desk): Plan {
	yield* call('pause', 'unity_play', { action: 'pause', paused: true })
	desk.say('Play mode is paused.')
}

export function* wait(desk: Desk, seconds: number): Plan {
	const state = yield* call('see whether it plays', 'unity_play', { action: 'state' })
	if (state['isPlaying'] !== true) {
		return desk.say('There is nothing to wait for: Unity is not playing. Say “play for 3 seconds”.')
	}
	// Entering again only advances time.
	const passed = yield* enterPlay(seconds)
	desk.say(
		passed
			? `I let ${figure(seconds)} seconds pass.`
			: 'It is playing, but I have no tool that waits while it does. Say “stop”, then “play for 3 seconds”.',
	)
}

export function* screenshot(desk: Desk, target: Target | undefined, view: 'game' | 'scene'): Plan {
	if (target) {
		const object = yield* resolveOne(desk, target)
		yield* call(`take a picture of ${object.name}`, 'unity_screenshot', {
			action: 'scene',
			look_at: object.id,
		})
		return desk.say(`This is ${object.name}.`)
	}
	const result = yield* call('take a picture', 'unity_screenshot', { action: view })
	const camera = typeof result['camera'] === 'string' ? ` through ${result['camera']}` : ''
	desk.say(`This is the ${view} view${camera}.`)
}

export function* showConsole(desk: Desk, filter: 'all' | 'errors' | 'warnings'): Plan {
	const result = yield* call('read the console', 'read_console_logs', { filter, count: SHOWN_LOGS })
	const logs = asList(result['logs'])
	const noun = filter === 'all' ? 'message' : filter.slice(0, -1)
	const total = Number(result['total'] ?? logs.length)
	if (logs.length === 0) return desk.say(`The console has no ${noun}s.`)
	const lines = logs.map((log) => `- ${log['type']}: ${String(log['message']).split('\n')[0]}`)
	const shown = total > logs.length ? `, the newest ${logs.length}` : ''
	desk.say(`The console has ${counted(total, noun)}${shown}:\n\n${lines.join('\n')}\n`)
}

export function* undo(desk: Desk, action: 'undo' | 'redo', steps: number): Plan {
	const result = yield* call(action, 'unity_undo', { action, steps })
	const groups = asStrings(result['groups'])
	if (groups.length === 0) return desk.say(`There was nothing to ${action}.`)
	const verb = action === 'undo' ? 'undid' : 'redid'
	desk.say(`I ${verb} ${listed(groups.map((group) => `“${group}”`))}.`)
}

export function* save(desk: Desk, path: string | undefined): Plan {
	const [outcome] = yield [
		{ name: 'unity_scene', input: { action: 'save', ...(path ? { save_as: path } : {}) } },
	]
	if (outcome && !outcome.ok && !path && outcome.code === 'invalid_arguments') {
		return desk.say('The scene has no file yet. Say for example “save it as Main”.')
	}
	const result = asRecord(succeeded(outcome, 'save the scene').value)
	desk.say(`I saved the scene “${result['sceneName']}” to ${result['scenePath']}.`)
}
