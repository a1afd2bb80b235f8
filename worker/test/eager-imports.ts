import type { Plugin } from 'vite'

const LAZY = /(?<!typeof )\bimport\(('[^']+')\)/g

/**
 * Loads what the Worker imports lazily with its start. In tests such an import asks the runner, each time; several
 * requests that ask at one moment share its answer, which workerd sometimes takes for a hang of all but the first.
 */
export function eagerImports(): Plugin {
	return {
		name: 'eager-imports',
		enforce: 'pre',
		transform(code, id) {
			if (!/\/worker\/src\/.*\.ts$/.test(id) || id.endsWith('.test.ts')) return null
			const imports: string[] = []
			const eager = code.replace(LAZY, (_, from: string) => {
				imports.push(`import * as eager${imports.length} from ${from}`)
				return `Promise.resolve(eager${imports.length - 1})`
			})
			// Below the code, so that its lines keep their numbers; imports come first wherever they stand.
			return imports.length === 0 ? null : { code: [eager, ...imports].join('\n'), map: null }
		},
	}
}
