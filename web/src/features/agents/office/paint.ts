/** Draws the office: the room once for each size and theme, and its people for each frame. */
import type { Activity } from './figures.ts'
import { FRONT, heightOf, type Plan, type Point, WALL, WIDTH } from './plan.ts'
import {
	BUBBLE,
	type Palette,
	PERSON,
	PERSON_HEIGHT,
	PERSON_WIDTH,
	PLANT,
	type Sprite,
	THINGS,
} from './sprites.ts'
import type { Stand } from './walk.ts'

export interface Drawn {
	readonly stand: Stand
	readonly activity: Activity
	readonly looks: Palette
}

export type Theme = 'light' | 'dark'

const ROOM = {
	light: {
		floor: '#e9e1d3',
		tile: '#e1d8c8',
		wall: '#cfd8e3',
		base: '#a9b5c4',
		sky: '#a8d3ee',
		desk: '#b98a5a',
		edge: '#96693f',
		rug: '#dcc7b0',
		sofa: '#6f86a3',
		cushion: '#829ab8',
		breath: '#0f172a',
	},
	dark: {
		floor: '#2a2f38',
		tile: '#2f3540',
		wall: '#3a4352',
		base: '#20252d',
		sky: '#22405c',
		desk: '#6e5138',
		edge: '#523b28',
		rug: '#3d3a3a',
		sofa: '#46566b',
		cushion: '#53657d',
		breath: '#e2e8f0',
	},
} as const

const METAL = '#3c4654'
const SCREEN_OFF = '#1d232b'
const SCREEN_ON = '#7fd1ff'
const BOOKS = ['#c2562f', '#3f8f5f', '#2f6fb0', '#b0903a', '#8a5fb0', '#b05070']

type Context = CanvasRenderingContext2D

const box = (
	context: Context,
	colour: string,
	x: number,
	y: number,
	width: number,
	height: number,
): void => {
	context.fillStyle = colour
	context.fillRect(x, y, width, height)
}

function draw(
	context: Context,
	sprite: Sprite,
	palette: Palette,
	x: number,
	y: number,
	mirrored = false,
): void {
	for (const [row, line] of sprite.entries()) {
		for (const [at, letter] of [...line].entries()) {
			const colour = palette[letter]
			if (!colour) continue
			box(context, colour, x + (mirrored ? line.length - 1 - at : at), y + row, 1, 1)
		}
	}
}

/** Everything that does not move. */
export function paintRoom(
	context: Context,
	{ height, desks, front, lines }: Plan,
	theme: Theme,
): void {
	const { floor, tile, wall, base, sky, rug, sofa, cushion, desk, edge } = ROOM[theme]
	box(context, floor, 0, 0, WIDTH, height)
	for (let y = WALL; y < height; y += 16) {
		for (let x = y - WALL - 32 * Math.floor((y - WALL) / 32); x < WIDTH; x += 32)
			box(context, tile, x, y, 16, 16)
	}
	box(context, wall, 0, 0, WIDTH, WALL)
	box(context, base, 0, WALL - 3, WIDTH, 3)
	// A window with a bar, the shelf to read at, the machines on which commands run.
	box(context, edge, 138, 7, 52, 24)
	box(context, sky, 140, 9, 48, 20)
	box(context, edge, 163, 9, 2, 20)
	box(context, edge, 22, 6, 104, 34)
	for (const y of [8, 19, 30]) {
		box(context, desk, 24, y, 100, 9)
		for (let book = 0; book < 24; book++) {
			const tall = 6 + ((book * 7 + y) % 3)
			box(context, BOOKS[(book * 5 + y) % BOOKS.length] ?? '', 25 + book * 4, y + 9 - tall, 3, tall)
		}
	}
	for (let rack = 0; rack < 4; rack++) {
		box(context, METAL, 218 + rack * 22, 6, 20, 34)
		for (let unit = 0; unit < 5; unit++) {
			box(context, SCREEN_OFF, 220 + rack * 22, 8 + unit * 6, 16, 4)
		}
	}
	// The rug for people who need somebody, and the sofa to rest on.
	box(context, rug, FRONT.left, front + 14, FRONT.right - FRONT.left, 42 + heightOf(lines))
	box(context, sofa, 190, front + 14, 112, 16)
	box(context, sofa, 186, front + 14, 6, 30)
	box(context, sofa, 300, front + 14, 6, 30)
	for (let seat = 0; seat < 5; seat++) box(context, cushion, 193 + seat * 21, front + 28, 20, 10)
	draw(context, PLANT, THINGS, 304, WALL + 2)
	draw(context, PLANT, THINGS, 166, front + 16)
	for (const { x, y } of desks) paintDesk(context, desk, edge, x, y)
}

function paintDesk(context: Context, top: string, edge: string, x: number, y: number): void {
	box(context, top, x, y + 4, 40, 10)
	box(context, edge, x, y + 14, 40, 3)
	box(context, edge, x + 2, y + 17, 3, 5)
	box(context, edge, x + 35, y + 17, 3, 5)
	box(context, METAL, x + 12, y - 6, 16, 11)
	box(context, SCREEN_OFF, x + 13, y - 5, 14, 8)
	box(context, METAL, x + 18, y + 5, 4, 2)
	box(context, '#e2e8f0', x + 13, y + 9, 14, 3)
}

/** @param frame grows by one with each drawing; always 0 where nothing may move */
export function paintPeople(
	context: Context,
	people: readonly (Drawn & { readonly desk: Point })[],
	frame: number,
	theme: Theme,
): void {
	for (const { stand, activity, desk } of people) {
		if (!stand.walks && activity === 'types') lightScreen(context, desk, frame)
	}
	if (people.some(({ stand, activity }) => !stand.walks && activity === 'runs')) {
		blink(context, frame)
	}
	// People in front hide those behind.
	for (const person of people.toSorted((a, b) => a.stand.y - b.stand.y)) {
		paintPerson(context, person, frame, theme)
	}
}

function lightScreen(context: Context, { x, y }: Point, frame: number): void {
	box(context, '#12304a', x + 13, y - 5, 14, 8)
	for (let line = 0; line < 3; line++) {
		const length = 4 + ((line * 5 + Math.floor(frame / 2) * 3) % 8)
		box(context, SCREEN_ON, x + 14, y - 4 + line * 2, length, 1)
	}
}

function blink(context: Context, frame: number): void {
	for (let light = 0; light < 20; light++) {
		const on = (light * 7 + frame) % 3 !== 0
		const [rack, unit] = [light % 4, Math.floor(light / 4)]
		box(context, on ? '#4ade80' : '#14532d', 222 + rack * 22, 9 + unit * 6, 2, 2)
	}
}

function paintPerson(
	context: Context,
	{ stand, activity, looks }: Drawn,
	frame: number,
	theme: Theme,
): void {
	const x = Math.round(stand.x - PERSON_WIDTH / 2)
	const y = Math.round(stand.y - PERSON_HEIGHT)
	const [first, second] = PERSON[poseOf(stand, activity)]
	box(context, 'rgb(0 0 0 / 0.18)', x + 1, y + PERSON_HEIGHT - 1, PERSON_WIDTH - 2, 2)
	draw(context, frame % 2 === 0 ? first : second, looks, x, y, stand.facing === 'left')
	if (stand.walks) return
	if (activity === 'asks' || activity === 'waits') {
		draw(context, BUBBLE[activity], THINGS, x + 2, y - 10 + (frame % 4 < 2 ? 0 : 1))
	}
	if (activity === 'sleeps') {
		draw(
			context,
			BUBBLE.sleeps,
			{ Z: ROOM[theme].breath },
			x + 8,
			y - 2 - (Math.floor(frame / 2) % 3),
		)
	}
}

function poseOf({ walks, facing }: Stand, activity: Activity): keyof typeof PERSON {
	if (walks) {
		return facing === 'up' ? 'walksUp' : facing === 'down' ? 'walksDown' : 'walksAside'
	}
	switch (activity) {
		case 'types':
		case 'runs':
			return 'works'
		case 'reads':
			return 'up'
		case 'asks':
		case 'waits':
			return 'down'
		case 'rests':
			return 'rests'
		case 'sleeps':
			return 'sleeps'
		default:
			return activity satisfies never
	}
}
