/**
 * `npm run picture`: records the README's moving picture, `docs/pictures/red-cube.gif`, from the real page: the request,
 * its steps, the scene, the picture of the fallen cube. Starts a product of its own, with the demo model.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import gifenc from 'gifenc'
import { chromium, type Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { findChromium } from './machine/chromium.ts'
import { ROOT } from './paths.ts'
import { startStack } from './stack/stack.ts'
import { NO_MODEL_KEYS } from './stack/worker-vars.ts'

const { GIFEncoder, applyPalette, quantize } = gifenc

const FILE = join(ROOT, 'docs', 'pictures', 'red-cube.gif')
const REQUEST = 'make a red cube above the floor and let it fall'
const SIZE = { width: 1120, height: 720 }
/** Between two pictures of the page. */
const FRAME_MS = 150
const TYPING_MS = 45
/** The end stays long enough to be read. */
const LAST_MS = 3_000
const COLOURS = 255
/** The last of 256 indices: the pixel is as in the frame before. */
const UNCHANGED = 255

interface Frame {
	/** Four bytes a pixel. */
	readonly rgba: Buffer
	/** Milliseconds since the start. */
	readonly at: number
}

/** Pictures of the page until `over`; those that show nothing new are left out. */
async function record(page: Page, over: () => boolean): Promise<readonly Frame[]> {
	const frames: Frame[] = []
	const start = performance.now()
	for (let done = false; !done; ) {
		done = over()
		const at = performance.now() - start
		const rgba = PNG.sync.read(await page.screenshot({ caret: 'initial' })).data
		if (frames.at(-1)?.rgba.equals(rgba) !== true) frames.push({ rgba, at })
		await sleep(Math.max(0, FRAME_MS - (performance.now() - start - at)))
	}
	return frames
}

/** One palette for all: from some of the frames, and the last, which has the most colours. */
function encoded(frames: readonly Frame[]): Uint8Array {
	const chosen = frames.filter((_, n) => n % 10 === 0 || n === frames.length - 1)
	const palette = quantize(Buffer.concat(chosen.map(({ rgba }) => rgba)), COLOURS)
	// A colour that is never drawn stands for "as before".
	const table = [...palette, ...Array(UNCHANGED + 1 - palette.length).fill([0, 0, 0])]
	const gif = GIFEncoder()
	let before: Uint8Array | null = null
	for (const [n, { rgba, at }] of frames.entries()) {
		const index = applyPalette(rgba, palette)
		const last = before
		const drawn = last ? index.map((colour, i) => (colour === last[i] ? UNCHANGED : colour)) : index
		const next = frames[n + 1]
		gif.writeFrame(drawn, SIZE.width, SIZE.height, {
			...(last ? {} : { palette: table }),
			delay: next ? next.at - at : LAST_MS,
			transparent: last !== null,
			transparentIndex: UNCHANGED,
			dispose: 1,
		})
		before = index
	}
	gif.finish()
	return gif.bytes()
}

const found = await findChromium()
if (!found.found) throw new Error(found.reason)
const dir = await mkdtemp(join(tmpdir(), 'fairlead-picture-'))
const stack = await startStack({
	port: 0,
	dir,
	env: { ...process.env, ...NO_MODEL_KEYS },
	onStep: (text) => console.log(`· ${text}`),
})
const browser = await chromium.launch({ executablePath: found.path })
try {
	const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' })
	await page.goto(stack.url)
	const box = page.getByRole('textbox', { name: 'Message' })
	await box.waitFor()
	await page.getByText('Directional Light').waitFor()
	// The list of conversations is empty, and takes a fifth of the width.
	await page.keyboard.press('ControlOrMeta+b')
	await box.focus()
	let over = false
	const recording = record(page, () => over)
	await box.pressSequentially(REQUEST, { delay: TYPING_MS })
	await box.press('Enter')
	await page.getByRole('button', { name: 'Copy answer' }).waitFor()
	await sleep(FRAME_MS * 4)
	over = true
	const frames = await recording
	const bytes = encoded(frames)
	await writeFile(FILE, bytes)
	const seconds = ((frames.at(-1)?.at ?? 0) + LAST_MS) / 1000
	console.log(
		`${FILE}: ${(bytes.length / 1000).toFixed(0)} KB, ${frames.length} frames, ${seconds.toFixed(1)} s`,
	)
} finally {
	await browser.close()
	await stack.stop()
	await rm(dir, { recursive: true, force: true })
}
