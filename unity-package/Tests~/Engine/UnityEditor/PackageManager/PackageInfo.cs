#nullable enable
using System;
using System.Collections;
using System.Collections.Generic;
using Fairlead.Engine.Packages;

namespace UnityEditor.PackageManager
{
    public sealed partial class PackageInfo
    {
        internal PackageInfo(string name, string version, string displayName, PackageSource source, string packageId)
        {
            this.name = name;
            this.version = version;
            this.displayName = displayName;
            this.source = source;
            this.packageId = packageId;
        }

        public string packageId { get; }

        public bool isDirectDependency { get; internal set; } = true;

        public string version { get; }

        public PackageSource source { get; }

        public string resolvedPath { get; internal set; } = "";

        public string assetPath => $"Packages/{name}";

        public string name { get; }

        public string displayName { get; }

        public string description { get; internal set; } = "";

        public static PackageInfo? FindForAssetPath(string assetPath)
        {
            if (string.IsNullOrEmpty(assetPath)) throw new ArgumentException("Asset path cannot be null or empty.", nameof(assetPath));
            foreach (var package in PackageService.Installed())
                if (assetPath == package.assetPath || assetPath.StartsWith(package.assetPath + "/", StringComparison.Ordinal))
                    return package;
            return null;
        }
    }

    public class PackageCollection : IEnumerable<PackageInfo>
    {
        private readonly IReadOnlyList<PackageInfo> packages;

        internal PackageCollection(IReadOnlyList<PackageInfo> packages)
        {
            this.packages = packages;
        }

        public Error? error => null;

        public IEnumerator<PackageInfo> GetEnumerator() => packages.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
