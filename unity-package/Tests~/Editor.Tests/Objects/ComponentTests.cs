using Fairlead.Core;
using Fairlead.Editor.Addressing;
using UnityEngine;

namespace Fairlead.Editor.Tests.Objects;

/// <summary>
/// Components are what an agent builds with: each action does what it says, and what Unity would refuse in a dialog is an error with a way
/// out.
/// </summary>
[Collection(EngineCollection.Name)]
public sealed class ComponentTests
{
    private readonly Desk desk = new();

    public ComponentTests()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"Body","components":["Rigidbody","BoxCollider"]}""");
        desk.Ok("unity_component", """{"action":"add","game_object_id":"/Body","component_type":"BoxCollider"}""");
    }

    private static GameObject Body => Desk.Find("/Body")!;

    [Fact]
    public void Add_answers_with_the_component_and_what_became_of_its_properties()
    {
        var added = desk.Ok("unity_component",
            """{"action":"add","game_object_id":"/Body","component_type":"Light","properties":{"intensity":3,"shine":1}}""");
        var light = Body.GetComponent<Light>();
        Assert.Equal((ObjectIds.Of(light), "Light", ObjectIds.Of(Body), "Body"), ((string)added["componentId"]!,
            (string)added["componentType"]!, (string)added["gameObjectId"]!, (string)added["gameObjectName"]!));
        Assert.Equal((1, 1), ((int)added["successCount"]!, (int)added["failCount"]!));
        Assert.Equal(3, light.intensity);
        desk.Ok("unity_undo", """{"action":"undo"}""");
        Assert.Null(Body.GetComponent<Light>());
    }

    [Fact]
    public void Add_brings_what_is_required_and_refuses_what_cannot_be()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"Door"}""");
        desk.Ok("unity_component", """{"action":"add","game_object_id":"/Door","component_type":"HingeJoint"}""");
        Assert.NotNull(Desk.Find("/Door")!.GetComponent<Rigidbody>());
        desk.Fails("unity_component", """{"action":"add","game_object_id":"/Body","component_type":"Rigidbody"}""",
            CallErrorCode.AlreadyExists);
        desk.Fails("unity_component", """{"action":"add","game_object_id":"/Body","component_type":"Transform"}""",
            CallErrorCode.AlreadyExists);
        desk.Fails("unity_component", """{"action":"add","game_object_id":"/Body","component_type":"Collider"}""",
            CallErrorCode.UnknownType);
        var other = desk.Fails("unity_component", """{"action":"add","game_object_id":"/Body","component_type":"Rigidbody2D"}""",
            CallErrorCode.InvalidArguments);
        Assert.Contains("conflicts with", other.Message);
        var unknown = desk.Fails("unity_component", """{"action":"add","game_object_id":"/Body","component_type":"AudioSorce"}""",
            CallErrorCode.UnknownType);
        Assert.Equal("AudioSource", (string?)unknown.Data!["nearest"]![0]);
        Assert.Null(Body.GetComponent<Rigidbody2D>());
    }

    [Fact]
    public void Remove_takes_the_one_that_is_meant_and_none_that_another_needs()
    {
        var second = Body.GetComponents<BoxCollider>()[1];
        var removed = desk.Ok("unity_component",
            """{"action":"remove","game_object_id":"/Body","component_type":"BoxCollider","component_index":1}""");
        Assert.Equal(ObjectIds.Of(second), (string?)removed["componentId"]);
        Assert.Single(Body.GetComponents<BoxCollider>());
        desk.Fails("unity_component", """{"action":"remove","game_object_id":"/Body","component_type":"BoxCollider","component_index":1}""",
            CallErrorCode.NotFound);
        desk.Ok("unity_component", """{"action":"add","game_object_id":"/Body","component_type":"HingeJoint"}""");
        var needed = desk.Fails("unity_component", """{"action":"remove","game_object_id":"/Body","component_type":"Rigidbody"}""",
            CallErrorCode.InvalidArguments);
        Assert.Contains("HingeJoint depends on it", needed.Message);
        desk.Fails("unity_component", """{"action":"remove","game_object_id":"/Body","component_type":"Transform"}""",
            CallErrorCode.InvalidArguments);
        var absent = desk.Fails("unity_component", """{"action":"remove","game_object_id":"/Body","component_type":"Camera"}""",
            CallErrorCode.NotFound);
        Assert.Contains("Rigidbody", absent.Data!["components"]!.Values<string>());
        desk.Ok("unity_undo", """{"action":"undo","steps":2}""");
        Assert.Equal(2, Body.GetComponents<BoxCollider>().Length);
        Assert.Equal(ObjectIds.Of(second), ObjectIds.Of(Body.GetComponents<BoxCollider>()[1]));
    }

    [Fact]
    public void Modify_finds_by_base_type_and_by_index_and_reports_before_and_after()
    {
        var changed = desk.Ok("unity_component",
            """
            {"action":"modify","game_object_id":"/Body","component_type":"Collider","component_index":1,
             "properties":{"isTrigger":true}}
            """);
        Assert.Equal("BoxCollider", (string?)changed["componentType"]);
        Assert.Equal([false, true], Body.GetComponents<BoxCollider>().Select(collider => collider.isTrigger));
        var result = changed["results"]!.Single();
        Assert.Equal((false, true), ((bool)result["previousValue"]!, (bool)result["newValue"]!));
        // A former name is told by its new one.
        var drag = desk.Fails("unity_component",
            """{"action":"modify","game_object_id":"/Body","component_type":"Rigidbody","properties":{"drag":1}}""",
            CallErrorCode.UnknownProperty);
        Assert.Equal("linearDamping", (string?)drag.Data!["results"]![0]!["available"]![0]);
        var runtime = desk.Fails("unity_component",
            """{"action":"modify","game_object_id":"/Body","component_type":"Rigidbody","properties":{"linearVelocity":[1,0,0]}}""",
            CallErrorCode.InvalidArguments);
        Assert.Contains("play mode", runtime.Message);
        desk.Fails("unity_component", """{"action":"modify","game_object_id":"/Body","component_type":"Rigidbody"}""",
            CallErrorCode.InvalidArguments);
        // A value out of its bounds becomes what Unity makes of it.
        var least = desk.Ok("unity_component",
            """{"action":"modify","game_object_id":"/Body","component_type":"Rigidbody","properties":{"mass":-1}}""");
        Assert.Equal(0.0000001f, (float)least["results"]![0]!["newValue"]!);
    }

    [Fact]
    public void Configure_adds_what_is_missing_and_then_changes_it()
    {
        const string wanted =
            """{"action":"configure","game_object_id":"/Body","component_type":"AudioSource","properties":{"volume":0.5}}""";
        Assert.True((bool)desk.Ok("unity_component", wanted)["added"]!);
        Assert.False((bool)desk.Ok("unity_component", wanted)["added"]!);
        Assert.Single(Body.GetComponents<AudioSource>());
        // An index asks for one that is there.
        desk.Fails("unity_component",
            """{"action":"configure","game_object_id":"/Body","component_type":"Camera","component_index":1,"properties":{}}""",
            CallErrorCode.NotFound);
        Assert.Null(Body.GetComponent<Camera>());
        desk.Fails("unity_component", """{"action":"replace","game_object_id":"/Body","component_type":"Camera"}""",
            CallErrorCode.InvalidArguments);
    }

    [Fact]
    public void A_batch_that_fails_takes_back_every_kind_of_change()
    {
        desk.Ok("unity_hierarchy", """{"action":"create","name":"Child","parent_id":"/Body"}""");
        desk.Ok("unity_hierarchy", """{"action":"create","name":"Other"}""");
        var before = Everything();
        var error = desk.Fails("unity_batch", """
            {"operations":[
              {"tool":"unity_hierarchy","args":{"action":"create","primitive_type":"Cube","name":"New"}},
              {"tool":"unity_component","args":{"action":"add","game_object_id":"$0","component_type":"Rigidbody"}},
              {"tool":"unity_component","args":{"action":"modify","game_object_id":"/Body",
               "component_type":"Rigidbody","properties":{"mass":9}}},
              {"tool":"unity_component","args":{"action":"remove","game_object_id":"/Body","component_type":"BoxCollider"}},
              {"tool":"unity_hierarchy","args":{"action":"reparent","instance_id":"/Other","parent_id":"/Body/Child"}},
              {"tool":"unity_hierarchy","args":{"action":"duplicate","instance_id":"/Body"}},
              {"tool":"unity_hierarchy","args":{"action":"set_transform","instance_id":"/Body","position":[1,2,3]}},
              {"tool":"unity_hierarchy","args":{"action":"set_active","instance_id":"/Body","active":false}},
              {"tool":"unity_hierarchy","args":{"action":"set_tag_layer","instance_id":"/Body",
               "tag":"Player","layer":"UI","include_children":true}},
              {"tool":"unity_hierarchy","args":{"action":"rename","instance_id":"/Body","name":"Renamed"}},
              {"tool":"unity_hierarchy","args":{"action":"destroy","instance_id":"/Renamed/Child"}},
              {"tool":"unity_component","args":{"action":"add","game_object_id":"/Renamed","component_type":"NoSuchThing"}}
            ]}
            """, CallErrorCode.UnknownType, "s1");
        Assert.Equal(11, (int)error.Data!["index"]!);
        Assert.Contains("Nothing was changed", error.Hint);
        Assert.Equal(before, Everything());
        desk.Fails("unity_undo", """{"action":"revert_group","group_id":"s1"}""", CallErrorCode.NotFound);
    }

    private string Everything()
    {
        var hierarchy = desk.Ok("unity_query", """{"action":"hierarchy","max_depth":20,"limit":200}""");
        foreach (var scene in hierarchy["scenes"]!) scene["isDirty"] = null;
        var inspected = hierarchy["objects"]!.Select(obj =>
            desk.Ok("unity_query", new JObject { ["action"] = "inspect_object", ["instance_id"] = (string)obj["instanceId"]! }.ToString()));
        return hierarchy + string.Concat(inspected);
    }
}
