/** The library's server, whose refusals are sentences. */
import { inSentences } from '@fairlead/protocol/mcp'
import { Server } from '@modelcontextprotocol/server'

export class WordedServer extends Server {
	protected override _wrapHandler(...wrapped: Parameters<Server['_wrapHandler']>) {
		return inSentences(wrapped[0], super._wrapHandler(...wrapped))
	}
}
