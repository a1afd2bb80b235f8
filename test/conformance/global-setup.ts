/** Builds the headless host before the suite runs against the C# package. */
import { buildHost } from '../../scripts/machine/dotnet.ts'
import { IS_FULL } from '../../scripts/testing/vitest-base.ts'
import { EDITOR } from './kit/editor-process.ts'

export default async function setup(): Promise<void> {
	if (EDITOR === 'dotnet') await buildHost({ analysed: IS_FULL })
}
