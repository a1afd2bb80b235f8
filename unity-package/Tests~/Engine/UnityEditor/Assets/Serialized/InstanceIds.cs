#nullable enable
namespace Fairlead.Engine.Assets
{
    /// <summary>
    /// Ids of an instance's objects that nobody chose: the same in every process, so that files may name objects
    /// that the prefab got after the instance was saved.
    /// </summary>
    internal static class InstanceIds
    {
        internal static long Of(long instanceId, long sourceId)
        {
            // SplitMix64's finalizer: neighbouring numbers end far apart.
            var x = unchecked((ulong)instanceId * 0x9E3779B97F4A7C15UL ^ (ulong)sourceId);
            x = unchecked((x ^ x >> 30) * 0xBF58476D1CE4E5B9UL);
            x = unchecked((x ^ x >> 27) * 0x94D049BB133111EBUL);
            return (long)((x ^ x >> 31) >> 1);
        }
    }
}
