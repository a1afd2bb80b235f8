/** The Chromium of this machine, as the end-to-end tests and the pictures of the page start it. */
import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './chromium.ts'

const ARGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
]

/** `webgl`: drawn by the processor · `none`: no tab draws the scene in 3D, which takes as long as all else that it does. */
export type Drawing = 'webgl' | 'none'
const DRAWING: Readonly<Record<Drawing, readonly string[]>> = {
	webgl: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
	none: ['--disable-3d-apis'],
}

export async function launchBrowser(drawing: Drawing = 'none'): Promise<Browser> {
	const found = await findChromium()
	if (!found.found) throw new Error(found.reason)
	return chromium.launch({ executablePath: found.path, args: [...ARGS, ...DRAWING[drawing]] })
}
