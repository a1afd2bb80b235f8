#nullable enable
using System;
using Fairlead.Engine.Packages;
using UnityEditor.PackageManager.Requests;

namespace UnityEditor.PackageManager
{
    /// <summary>Requests complete some ticks later, as in Unity, where another process does the work.</summary>
    public static partial class Client
    {
        public static ListRequest List() => List(false, false);

        public static ListRequest List(bool offlineMode) => List(offlineMode, false);

        public static ListRequest List(bool offlineMode, bool includeIndirectDependencies) =>
            PackageService.Begin(new ListRequest(() => new PackageCollection(PackageService.Installed())));

        public static AddRequest Add(string identifier)
        {
            Need(identifier, nameof(identifier), "Package identifier cannot be null, empty or whitespace");
            return PackageService.Begin(new AddRequest(() => PackageService.Add(identifier)));
        }

        public static RemoveRequest Remove(string packageName)
        {
            Need(packageName, nameof(packageName), "Package name cannot be null, empty or whitespace");
            return PackageService.Begin(new RemoveRequest(packageName, () => PackageService.Remove(packageName)));
        }

        public static SearchRequest Search(string packageIdOrName) => Search(packageIdOrName, false);

        public static SearchRequest Search(string packageIdOrName, bool offlineMode)
        {
            Need(packageIdOrName, nameof(packageIdOrName), "Package id or name cannot be null, empty or whitespace");
            return PackageService.Begin(new SearchRequest(packageIdOrName, () => PackageService.Search(packageIdOrName)));
        }

        public static SearchRequest SearchAll() => SearchAll(false);

        public static SearchRequest SearchAll(bool offlineMode) =>
            PackageService.Begin(new SearchRequest("", PackageService.Catalogue));

        private static void Need(string text, string name, string message)
        {
            if (text == null) throw new ArgumentNullException(name);
            if (text.Trim().Length == 0) throw new ArgumentException(message, name);
        }
    }
}
