/** Finds a Chromium or Chrome for the end-to-end tests. We download none: most machines have one. */
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Env } from '../children.ts'

const NAMES = [
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
	'microsoft-edge',
]

/** The paths at which browsers install themselves, by platform. */
export function candidates(platform: NodeJS.Platform, env: Env): string[] {
	switch (platform) {
		case 'win32': {
			const programs = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
				.map((name) => env[name])
				.filter((folder) => folder !== undefined && folder !== '')
			const paths = [
				['Google', 'Chrome', 'Application', 'chrome.exe'],
				['Chromium', 'Application', 'chrome.exe'],
				['Microsoft', 'Edge', 'Application', 'msedge.exe'],
			]
			return programs.flatMap((folder) => paths.map((path) => join(folder as string, ...path)))
		}
		case 'darwin':
			return [
				'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
				'/Applications/Chromium.app/Contents/MacOS/Chromium',
				'/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
			]
		default: {
			const folders = ['/usr/bin', ...(env['PATH'] ?? '').split(delimiter).filter((f) => f !== '')]
			return NAMES.flatMap((name) => [...new Set(folders)].map((folder) => join(folder, name)))
		}
	}
}

export type FoundChromium =
	| { readonly found: true; readonly path: string }
	| { readonly found: false; readonly reason: string }

/** `FAIRLEAD_CHROMIUM` decides if it is set; a wrong one is reported, not ignored. */
export async function findChromium(env: Env = process.env): Promise<FoundChromium> {
	const chosen = env['FAIRLEAD_CHROMIUM']
	if (chosen !== undefined && chosen !== '') {
		return (await runs(chosen))
			? { found: true, path: chosen }
			: {
					found: false,
					reason: `FAIRLEAD_CHROMIUM names ${chosen}, which is not a program on this machine.`,
				}
	}
	for (const path of candidates(process.platform, env)) {
		if (await runs(path)) return { found: true, path }
	}
	return {
		found: false,
		reason:
			'No Chromium, Chrome or Edge was found. Install one (on Debian: apt-get install chromium), ' +
			'or set FAIRLEAD_CHROMIUM to its executable.',
	}
}

async function runs(path: string): Promise<boolean> {
	return access(path, constants.X_OK).then(
		() => true,
		() => false,
	)
}
