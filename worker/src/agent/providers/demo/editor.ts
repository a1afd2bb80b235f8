/** Looking at the scene, physics, play mode, pictures, the console, undo, saving. */
import { list } from '@fairlead/protocol/wire/safe-read'
import {
	call,
	calls,
	type Desk,
	type ObjectInfo,
	type Plan,
	sceneObjects,
	succeeded,
} from './desk.ts'
import {
	floor,
	halfHeight,
	inspectTransform,
	namesOf,
	placementFrom,
	READ_SCENE,
	resolve,
	sceneFrom,
} from './find.ts'
import { asList, asRecord, asStrings, type Outcome } from './transcript.ts'
import { counted, figure, listed, numberOf } from './words.ts'

/** Enough for a fall of about 10 units to come to rest. */
const FALL_SECONDS = 2
const MAX_PLAY_SECONDS = 30
/** Tolerated distance in units between the actual and the expected position. */
const REST_TOLERANCE_UNITS = 0.15
const SHOWN_LOGS = 10
const SHOWN_OBJECTS = 25
const WATCHED_OBJECTS = 5

export function* describe(desk: Desk): Plan {
	const [outcome] = yield [READ_SCENE]
	const seen = succeeded(outcome, 'look at the scene')
	if (seen.value === undefined) {
		const names = sceneFrom(seen).objects.map(({ name }) => name)
		return desk.say(
			`The scene is too large to read at once. It begins with ${listed(names.slice(0, SHOWN_OBJECTS))}.`,
		)
	}
	const fresh = asRecord(seen.value)
	// `Main (Assets/Main.unity), active, 2 roots, 5 objects`
	const scenes = list(fresh['scenes']).map((line) => String(line).replace(/( \(|, ).*$/s, ''))
	const objects = sceneObjects(fresh)
	const total = Number(fresh['total'] ?? objects.length)
	const head = `The scene ${listed(scenes.map((name) => `“${name}”`))} has ${counted(total, 'object')}`
	if (total === 0)
		return desk.say(`${head}: it is empty. Try “make a red cube above the floor and let it fall”.`)
	const lines = objects.slice(0, SHOWN_OBJECTS).map((object) => {
		const worth = list(object['components'])
			.map(String)
			.filter((type) => !['Transform', 'MeshFilter', 'MeshRenderer'].includes(type))
			.concat(object['activeSelf'] === false ? ['hidden'] : [])
		const indent = '  '.repeat(Number(object['depth'] ?? 0))
		return `${indent}- ${object['name']}${worth.length > 0 ? ` (${worth.join(', ')})` : ''}`
	})
	const more = total > lines.length ? `\n- … and ${total - lines.length} more` : ''
	desk.say(`${head}:\n\n${lines.join('\n')}${more}\n`)
}

/** Adds a Rigidbody, enters play mode, takes a picture, reads where objects landed, and leaves play mode. */
export function* fall(desk: Desk, target: string): Plan {
	const objects = yield* resolve(desk, target)
	const ground = yield* floor(desk)
	yield* calls(
		`change the physics of ${namesOf(objects)}`,
		objects.map(({ id }) => ({
			name: 'unity_component',
			input: {
				action: 'configure',
				game_object_id: id,
				component_type: 'Rigidbody',
				properties: { useGravity: true, isKinematic: false },
			},
		})),
	)
	const has = objects.length === 1 ? 'now has' : 'now have'
	desk.say(`${namesOf(objects)} ${has} a Rigidbody. I'll enter play mode and watch.`)
	yield* enterPlay(FALL_SECONDS)
	const watched = objects.slice(0, WATCHED_OBJECTS)
	const outcomes = yield [
		{ name: 'unity_screenshot', input: { action: 'game' } },
		// By path: a domain reload gives every object a new id.
		...[ground, ...watched].map(({ path }) => inspectTransform(path)),
	]
	const seen = watched.map((object, n) =>
		object.id === ground.id
			? placeOfFloor(outcomes[1])
			: placeOf(object, outcomes[n + 2], heightIn(outcomes[1])),
	)
	// Not at rest on the floor, as the floor itself: it may still be falling.
	const moving = watched.filter((_, n) => seen[n]?.on !== 'floor')
	const later = moving.length > 0 ? yield moving.map(({ path }) => inspectTransform(path)) : []
	// Leave play mode before anything can end the plan: changes made in play mode are lost.
	yield* call('leave play mode', 'unity_play', { action: 'exit' })
	succeeded(outcomes[1], 'see where the floor is')
	for (const [n, object] of watched.entries()) {
		succeeded(outcomes[n + 2], `see where ${object.name} is`)
		const place = seen[n]
		if (place) desk.say(fate(object, place, heightIn(later[moving.indexOf(object)])))
	}
	const picture = outcomes[0]?.ok ? 'The picture shows it.' : 'I could not take a picture.'
	desk.say(`${picture} I left play mode again, so the scene is as it was before the fall.`)
}

interface Place {
	readonly y: number
	/** `nothing`: it is the floor. */
	readonly on: 'floor' | 'above' | 'below' | 'nothing'
}

function placeOfFloor(outcome: Outcome | undefined): Place | undefined {
	const y = heightIn(outcome)
	return y === undefined ? undefined : { y, on: 'nothing' }
}

/** `undefined`: it could not be read. */
function placeOf(
	object: ObjectInfo,
	outcome: Outcome | undefined,
	top: number | undefined,
): Place | undefined {
	if (!outcome?.ok || top === undefined) return undefined
	const { position, scale } = placementFrom(outcome.value)
	const y = position[1]
	const rests = Math.abs(y - top - halfHeight(object) * scale[1]) <= REST_TOLERANCE_UNITS
	return { y, on: rests ? 'floor' : y < top ? 'below' : 'above' }
}

const heightIn = (outcome: Outcome | undefined): number | undefined =>
	outcome?.ok ? placementFrom(outcome.value).position[1] : undefined

/** @param later its height a moment later, if it was looked at again */
function fate({ name }: ObjectInfo, { y, on }: Place, later: number | undefined): string {
	const subject = /^[A-Z][a-z]*$/.test(name) ? `The ${name.toLowerCase()}` : name
	if (later !== undefined && y - later > REST_TOLERANCE_UNITS)
		return `${subject} is still falling: nothing stopped it down to y = ${figure(later)}.`
	switch (on) {
		case 'floor':
			return `${subject} came to rest on the floor at y = ${figure(y)}.`
		case 'below':
			return `${subject} fell past the floor and is at y = ${figure(y)}.`
		case 'above':
			return `${subject} is at y = ${figure(y)}, above the floor.`
		case 'nothing':
			return `${subject} is at y = ${figure(y)}.`
		default:
			return on satisfies never
	}
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

export function* play(desk: Desk, said: string | undefined): Plan {
	const seconds = Math.min(MAX_PLAY_SECONDS, Math.max(0, numberOf(said, FALL_SECONDS)))
	const entered = yield* enterPlay(seconds)
	const state = entered
		? `It is playing; ${figure(seconds)} seconds have passed.`
		: 'It was playing already.'
	desk.say(`${state} Say “stop” to leave play mode: changes made while playing are lost then.`)
}

export function* stop(desk: Desk): Plan {
	// Asked first: leaving play mode succeeds in edit mode too, and its result reports only the state after it.
	const state = yield* call('see whether it plays', 'unity_play', { action: 'state' })
	if (state['isPlaying'] !== true) return desk.say('Nothing was playing.')
	yield* call('leave play mode', 'unity_play', { action: 'exit' })
	desk.say('I left play mode.')
}

export function* screenshot(desk: Desk, said: string | undefined): Plan {
	const view = /scene/i.test(said ?? '') ? 'scene' : 'game'
	const result = yield* call('take a picture', 'unity_screenshot', { action: view })
	const camera = typeof result['camera'] === 'string' ? ` through ${result['camera']}` : ''
	desk.say(`This is the ${view} view${camera}.`)
}

export function* showConsole(desk: Desk, said: string): Plan {
	const filter = /^err/i.test(said) ? 'errors' : /^warn/i.test(said) ? 'warnings' : 'all'
	const result = yield* call('read the console', 'read_console_logs', { filter, count: SHOWN_LOGS })
	const logs = asList(result['logs'])
	const noun = filter === 'all' ? 'message' : filter.slice(0, -1)
	const total = Number(result['total'] ?? logs.length)
	if (logs.length === 0) return desk.say(`The console has no ${noun}s.`)
	const lines = logs.map((log) => `- ${log['type']}: ${String(log['message']).split('\n')[0]}`)
	const shown = total > logs.length ? `, the newest ${logs.length}` : ''
	desk.say(`The console has ${counted(total, noun)}${shown}:\n\n${lines.join('\n')}\n`)
}

export function* undo(desk: Desk, action: string): Plan {
	const result = yield* call(action, 'unity_undo', { action, steps: 1 })
	const groups = asStrings(result['groups'])
	if (groups.length === 0) return desk.say(`There was nothing to ${action}.`)
	const verb = action === 'undo' ? 'undid' : 'redid'
	desk.say(`I ${verb} ${listed(groups.map((group) => `“${group}”`))}.`)
}

export function* save(desk: Desk): Plan {
	const [outcome] = yield [{ name: 'unity_scene', input: { action: 'save' } }]
	if (outcome && !outcome.ok && outcome.code === 'invalid_arguments')
		return desk.say('The scene has no file yet. Save it once in Unity, under a name of yours.')
	const result = asRecord(succeeded(outcome, 'save the scene').value)
	desk.say(`I saved the scene “${result['sceneName']}” to ${result['scenePath']}.`)
}
