/** `unity_capture`: the game with its UI, framed objects, sheets, and the changes between two pictures. */
import { type Call, type CallOutcome, failed } from '@fairlead/protocol'
import { resolveCall, type ToolArgs, type ToolResult } from '@fairlead/protocol/tools'
import { GAME_VIEW as SCREEN } from '../engine/scene/transforms.ts'
import type { EditorEngine, PictureRequest } from '../engine-port.ts'
import { type Pixels, render } from '../render/render.ts'
import { attachment } from './attachment.ts'
import {
	blank,
	crop,
	fill,
	fit,
	frame,
	label,
	lettersNote,
	paste,
	type Rgb,
	regionOf,
	write,
	writeIn,
} from './canvas.ts'
import { changedRegions } from './changed-regions.ts'

type Args<A extends 'game_view' | 'picture' | 'angles' | 'compare'> = ToolArgs<'unity_capture', A>
type Angle = Args<'picture'>['angle']

const MAX_SHEET_PX = 1_024
/** Pictures that are kept; more would fill the memory of an editor that runs for days. */
const MAX_KEPT = 20
const MARK: Rgb = [255, 0, 255]

/** The way the viewer looks. Straight up and down are tilted a little, so that "up" in the picture is defined. */
const DIRECTIONS: Readonly<Record<Angle, readonly [number, number, number]>> = {
	front: [0, 0, -1],
	back: [0, 0, 1],
	left: [1, 0, 0],
	right: [-1, 0, 0],
	top: [0, -1, -0.001],
	bottom: [0, 1, -0.001],
	three_quarter: [-0.6, -0.5, -0.62],
}

class Refused extends Error {
	readonly outcome: CallOutcome
	constructor(outcome: CallOutcome) {
		super()
		this.outcome = outcome
	}
}

interface Kept {
	readonly args: Args<'picture'>
	readonly pixels: Pixels
}

/** Keeps the pictures of one editor. */
export class Captures {
	readonly #engine: EditorEngine
	readonly #kept = new Map<string, Kept>()

	constructor(engine: EditorEngine) {
		this.#engine = engine
	}

	run(call: Call): CallOutcome {
		const resolved = resolveCall(call.method, call.params)
		if (!resolved.ok) return { status: 'error', error: resolved.error }
		const { actionName, args } = resolved.call
		try {
			switch (actionName) {
				case 'game_view':
					return this.#gameView(args as Args<'game_view'>)
				case 'picture':
					return this.#picture(args as Args<'picture'>)
				case 'angles':
					return this.#angles(args as Args<'angles'>)
				default:
					return this.#compare(args as Args<'compare'>)
			}
		} catch (error) {
			if (error instanceof Refused) return error.outcome
			throw error
		}
	}

	#draw(request: PictureRequest, width: number, height: number): [Pixels, string | null] {
		const picture = this.#engine.picture(request)
		if (!picture.ok) throw new Refused({ status: 'error', error: picture.error })
		return [render(picture.scene, width, height), picture.camera]
	}

	#gameView(args: Args<'game_view'>): CallOutcome {
		const [screen] = this.#draw({ view: 'game' }, SCREEN.width, SCREEN.height)
		const overlay = this.#engine.overlay(SCREEN.width, SCREEN.height)
		for (const item of overlay) {
			const [r = 1, g = 1, b = 1, opacity = 1] = item.color
			const color: Rgb = [r * 255, g * 255, b * 255]
			const [x, y] = [Math.round(item.x), Math.round(item.y)]
			const scale = Math.max(1, Math.round(item.letterHeight / 7))
			const box = { x, y, width: Math.round(item.width), height: Math.round(item.height) }
			if (item.text === null) fill(screen, box, color, opacity)
			else writeIn(screen, item.text, box, item.align, color, scale)
		}
		const part = args.region ? cut(screen, args.region) : screen
		const pixels = fit(part, args.max_side)
		const note = lettersNote(overlay.flatMap(({ text }) => text ?? []))
		const result: ToolResult<'unity_capture', 'game_view'> = {
			...(note === null ? {} : { note }),
			source: 'simulated',
			width: pixels.width,
			height: pixels.height,
			screen: [SCREEN.width, SCREEN.height],
			isPlaying: this.#engine.isPlaying,
		}
		return answer(result, pixels)
	}

	#picture(args: Args<'picture'>): CallOutcome {
		const [pixels, camera] = this.#shot(args)
		const { keep_as: name } = args
		if (name !== undefined) {
			this.#kept.delete(name)
			this.#kept.set(name, { args, pixels })
			const [oldest] = this.#kept.keys()
			if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
		}
		const result: ToolResult<'unity_capture', 'picture'> = {
			width: pixels.width,
			height: pixels.height,
			camera,
			...(name === undefined ? {} : { keptAs: name }),
		}
		return answer(result, pixels)
	}

	#shot(args: Args<'picture'>): [Pixels, string | null] {
		const { width, height, region } = args
		const [pixels, camera] = this.#draw(requestOf(args), width, height)
		return [region ? cut(pixels, region) : pixels, camera]
	}

	#angles(args: Args<'angles'>): CallOutcome {
		const { angles, objects } = args
		const columns = angles.length === 1 ? 1 : angles.length > 4 ? 3 : 2
		const rows = Math.ceil(angles.length / columns)
		const width = Math.min(args.width, Math.floor(MAX_SHEET_PX / columns))
		const height = Math.min(args.height, Math.floor(MAX_SHEET_PX / rows))
		const sheet = blank(width * columns, height * rows)
		const tiles = angles.map((angle, index) => {
			const tile = {
				angle,
				x: (index % columns) * width,
				y: Math.floor(index / columns) * height,
				width,
				height,
			}
			const request = { view: 'scene', lookAt: objects, direction: DIRECTIONS[angle] } as const
			paste(sheet, this.#draw(request, width, height)[0], tile.x, tile.y)
			label(sheet, angle.replace('_', '-'), tile)
			return tile
		})
		const result: ToolResult<'unity_capture', 'angles'> = {
			width: sheet.width,
			height: sheet.height,
			tiles,
		}
		return answer(result, sheet)
	}

	#compare({ name }: Args<'compare'>): CallOutcome {
		const kept = this.#kept.get(name)
		if (!kept) {
			return failed('not_found', `There is no saved picture "${name}".`, {
				hint: `Before the change, take one: unity_capture picture, keep_as "${name}".`,
				data: { kept: [...this.#kept.keys()] },
			})
		}
		const [now] = this.#shot(kept.args)
		const changes = changedRegions(kept.pixels, now)
		const { width, height } = fit(now, MAX_SHEET_PX / 2)
		const before = { x: 0, y: 0, width, height }
		const after = { ...before, x: width }
		const marked: Pixels = { ...now, rgb: Uint8Array.from(now.rgb) }
		for (const [index, box] of changes.regions.entries()) {
			const around = { x: box.x - 3, y: box.y - 3, width: box.width + 6, height: box.height + 6 }
			frame(marked, around, MARK)
			write(marked, String(index + 1), around.x + 4, around.y + 4, MARK)
		}
		const sheet = blank(width * 2, height)
		for (const [pixels, tile, word] of [
			[kept.pixels, before, 'before'],
			[marked, after, 'after'],
		] as const) {
			paste(sheet, fit(pixels, MAX_SHEET_PX / 2), tile.x, tile.y)
			label(sheet, word, tile)
		}
		const result: ToolResult<'unity_capture', 'compare'> = {
			name,
			width: sheet.width,
			height: sheet.height,
			before,
			after,
			changedPixels: changes.pixels,
			changedPercent: Math.round((changes.pixels * 10_000) / (now.width * now.height)) / 100,
			regionCount: changes.count,
			regions: [...changes.regions],
		}
		return answer(result, sheet)
	}
}

function requestOf(args: Args<'picture'>): PictureRequest {
	if (args.objects) {
		const framed = {
			view: 'scene',
			lookAt: args.objects,
			direction: DIRECTIONS[args.angle],
		} as const
		return args.distance === undefined ? framed : { ...framed, distance: args.distance }
	}
	if (args.instance_id !== undefined) return { view: 'camera', instanceId: args.instance_id }
	return { view: 'game' }
}

const cut = (pixels: Pixels, region: readonly number[]): Pixels =>
	crop(pixels, regionOf(region, pixels.width, pixels.height))

function answer(result: object, pixels: Pixels): CallOutcome {
	return { status: 'ok', result, attachments: [attachment('screenshot', pixels)] }
}
