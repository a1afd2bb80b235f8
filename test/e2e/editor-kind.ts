/** The editor for tests that work with either kind: `FAIRLEAD_E2E_EDITOR`, simulator or dotnet. */
export const EDITOR = process.env['FAIRLEAD_E2E_EDITOR'] === 'dotnet' ? 'dotnet' : 'simulator'
