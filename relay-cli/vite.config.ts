import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'

/** One bundle with everything in it: the published package has no dependencies to install. */
export default defineConfig({
	build: {
		ssr: 'src/main.ts',
		target: 'node22',
		outDir: 'dist',
		minify: true,
		// What is bundled asks that its licence goes with it.
		license: { fileName: 'licenses.md' },
		rolldownOptions: {
			external: [...builtinModules, /^node:/, 'bufferutil', 'utf-8-validate'],
			output: { entryFileNames: 'fairlead.mjs', chunkFileNames: '[name]-[hash].mjs' },
		},
	},
	ssr: { noExternal: true },
})
