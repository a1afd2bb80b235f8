#nullable enable
using System;

namespace Fairlead.Core
{
    /// <summary>The changes in the editor since the last change event.</summary>
    [Flags]
    public enum ChangeScopes
    {
        /// <summary>Nothing.</summary>
        None = 0,

        /// <summary>Objects, their names or their order.</summary>
        Hierarchy = 1,

        /// <summary>The selection.</summary>
        Selection = 2,

        /// <summary>The console.</summary>
        Console = 4,

        /// <summary>Assets.</summary>
        Assets = 8,

        /// <summary>Play mode.</summary>
        Play = 16,

        /// <summary>Open scenes, or whether they are saved.</summary>
        Scene = 32,
    }
}
