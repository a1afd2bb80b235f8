#nullable enable
using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("Fairlead.Core.Tests")]
[assembly: InternalsVisibleTo("Fairlead.Editor")]
[assembly: InternalsVisibleTo("Fairlead.Editor.Tests")]
[assembly: InternalsVisibleTo("Fairlead.Probe")]
[assembly: InternalsVisibleTo("Fairlead.Bench")]
