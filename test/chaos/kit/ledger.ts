/** A ledger of effects in the project: outlives every process that can be killed. */

/** Every scripted call carries one; the ledger counts by it. */
export type Token = string

export class Ledger {
	readonly executions = new Map<Token, number>()
	/** The number of the agent's calls; a revert's own calls (`unity_refresh`) carry no token. */
	total = 0

	execute(token: Token): void {
		if (token !== NO_TOKEN) this.total++
		this.executions.set(token, (this.executions.get(token) ?? 0) + 1)
	}

	count(token: Token): number {
		return this.executions.get(token) ?? 0
	}
}

const NO_TOKEN: Token = 'none'
const TOKEN = /\bt\d+x\d+x\d+\b/

/** The token in a call's arguments. */
export function tokenOf(params: unknown): Token {
	return TOKEN.exec(JSON.stringify(params))?.[0] ?? NO_TOKEN
}
