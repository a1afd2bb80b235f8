/**
 * Names the chunks of `src/main.tsx` in the page, so that they are fetched beside the first script, not after it: Vite
 * does that only for what a page imports statically.
 */
import type { Plugin } from 'vite'

export const preloadMain = (): Plugin => ({
	name: 'preload-main',
	apply: 'build',
	transformIndexHtml: {
		order: 'post',
		handler(html, { bundle = {} }) {
			const main = Object.values(bundle).find(
				(file) =>
					file.type === 'chunk' && /[\\/]src[\\/]main\.tsx$/.test(file.facadeModuleId ?? ''),
			)
			if (main?.type !== 'chunk') throw new Error('The build has no chunk for src/main.tsx.')
			const named = [main.fileName, ...main.imports].filter((name) => !html.includes(name))
			return named.map((name) => ({
				tag: 'link',
				attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
				injectTo: 'head',
			}))
		},
	},
})
