import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { remoteTools } from './remote-tools.ts'

const MAX_TOKENS = 4_000

test("the remote server's list leaves room in the context of every client", () => {
	expect(encode(JSON.stringify(remoteTools())).length).toBeLessThan(MAX_TOKENS)
})
